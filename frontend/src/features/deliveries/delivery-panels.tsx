import { Link } from "@tanstack/react-router";
import type { DeliveryWithText } from "@/api/deliveries";
import type { ToldAlert } from "@/api/types";
import { AlertStatusBadge } from "@/components/alerts/badges";
import { ALERT_STATUSES } from "@/components/alerts/labels";
import { orderWord } from "@/components/alerts/routing-words";
import { IncidentLink } from "@/components/incident/incident-link";
import { Disclosure } from "@/components/ui/disclosure";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { keyOf } from "@/lib/address";

/** The alerts that it told something of, and what that did to each. */
export function ToldPanel({ delivery }: { delivery: DeliveryWithText }) {
  const { alerts } = delivery;
  return (
    <Panel
      title="Alerts it told"
      aside={<span className="tabular text-xs text-muted">{delivery.alerts_told}</span>}
    >
      {alerts.length === 0 ? (
        <p className="text-sm text-muted">None.</p>
      ) : (
        <ul aria-label="Alerts it told" className="space-y-3 text-sm">
          {alerts.map((alert, at) => (
            <Told key={at} alert={alert} />
          ))}
        </ul>
      )}
      {alerts.length > 0 && (
        <Link
          to="/alerts"
          search={{ delivery: delivery.id }}
          className="mt-3 inline-block text-xs text-accent hover:underline"
        >
          In the list of alerts
        </Link>
      )}
    </Panel>
  );
}

function Told({ alert }: { alert: ToldAlert }) {
  const status = keyOf(ALERT_STATUSES, alert.status);
  return (
    <li className="space-y-0.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {status ? <AlertStatusBadge status={status} /> : alert.status}
        <span className="text-xs text-muted">{orderWord(alert.rule)}</span>
        {alert.incident_id && <IncidentLink id={alert.incident_id} />}
      </p>
      <Link
        to="/alerts/$id"
        params={{ id: alert.id }}
        dir="auto"
        className="line-clamp-3 wrap-anywhere hover:underline"
      >
        {alert.title}
      </Link>
    </li>
  );
}

/** How it came in and was read. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryWithText }) {
  const headers = Object.entries(delivery.headers);
  return (
    <Panel title="How it came in">
      <div className="space-y-3">
        <Facts
          items={[
            [
              "Integration",
              <Link
                key="integration"
                to="/integrations/$id"
                params={{ id: delivery.integration_id }}
                dir="auto"
                className="text-accent hover:underline"
              >
                {delivery.integration_name}
              </Link>,
            ],
            ["Source", delivery.source],
            ["Let in by", delivery.authenticated_by === "token" ? "its token" : "the source's signature"],
            ["Received", <Timestamp key="received" at={delivery.received_at} form="both" />],
            ["Read", <Timestamp key="read" at={delivery.parsed_at} form="both" />],
            ["Attempts", String(delivery.attempts)],
          ]}
        />
        {headers.length > 0 && (
          <Disclosure summary="Headers that were kept">
            <dl className="space-y-1.5 text-xs">
              {headers.map(([name, value]) => (
                <div key={name}>
                  <dt className="font-mono text-muted">{name}</dt>
                  <dd className="font-mono wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
        )}
      </div>
    </Panel>
  );
}
