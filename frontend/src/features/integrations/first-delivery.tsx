import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleSlash, Radio, ShieldAlert } from "lucide-react";
import { firstDeliveryQuery } from "@/api/deliveries";
import type { DeliverySummary } from "@/api/types";
import { DeliveryLink } from "@/components/alerts/alert-link";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

/** Waits for the first delivery, and then says what came of the newest one. */
export function FirstDelivery({ integration }: { integration: string }) {
  const newest = useQuery(firstDeliveryQuery(integration)).data ?? null;
  return (
    <div
      role="status"
      className="flex items-start gap-2.5 rounded-md border border-line bg-surface px-3 py-2.5 text-sm"
    >
      {newest === null ? <Waiting /> : <Received delivery={newest} />}
    </div>
  );
}

function Waiting() {
  return (
    <>
      <Radio className="mt-0.5 size-4 shrink-0 animate-pulse text-accent" aria-hidden />
      <p>
        <span className="font-medium">Waiting for the first delivery…</span>{" "}
        <span className="text-soft">
          Send a trial from the tool, or with the command. This page goes on by itself.
        </span>
      </p>
    </>
  );
}

function Received({ delivery }: { delivery: DeliverySummary }) {
  const { icon: Icon, tone, text } = outcomeOf(delivery);
  return (
    <>
      <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden />
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">Received: {text}</span>{" "}
        <span className="text-soft">
          <DeliveryLink id={delivery.id} /> · <Timestamp at={delivery.received_at} form="both" />
          {delivery.state === "parsed" && (
            <>
              {" · "}
              <Link to="/alerts" search={{ delivery: delivery.id }} className="text-accent underline">
                its alerts
              </Link>
            </>
          )}
        </span>
      </p>
    </>
  );
}

function outcomeOf({ state, kind, reason, alerts_told }: DeliverySummary) {
  switch (state) {
    case "stored":
      return { icon: Radio, tone: "text-accent", text: "stored, and being read." };
    case "parsed":
      return { icon: CircleCheck, tone: "text-good", text: `parsed ${counted(alerts_told, "alert")}.` };
    case "ignored":
      return { icon: CircleSlash, tone: "text-soft", text: `no alert, but ${kind ?? "nothing to read"}.` };
    case "quarantined":
      return {
        icon: ShieldAlert,
        tone: "text-warn",
        text: `could not be read, and is kept in quarantine. ${reason ?? ""}`,
      };
  }
}
