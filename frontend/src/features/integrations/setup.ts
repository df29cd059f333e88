import trials from "@/features/integrations/trials.json";

/** How a tool is told where to send: short steps, and whether its token goes into the address or a header. */
export type Setup = { steps: readonly string[]; given: "header" | "address" };

const WEBHOOK = (where: string, ...more: string[]): Setup => ({
  given: "address",
  steps: [
    where,
    "Paste the address with the token as the URL; method POST, body as the tool makes it.",
    ...more,
  ],
});

const SETUPS: Record<string, Setup> = {
  alertmanager: {
    given: "header",
    steps: [
      "In alertmanager.yml, add a receiver with webhook_configs: url is the address, http_config.authorization.credentials the token.",
      "Set send_resolved: true, so that what is over is known to be over.",
      "Route to the receiver, and reload Alertmanager.",
    ],
  },
  grafana: {
    given: "header",
    steps: [
      "Alerting → Contact points → New: type Webhook, URL is the address, method POST.",
      "Under Optional settings, authorization scheme Bearer, credentials the token.",
      "Press Test; then use the contact point in a notification policy.",
    ],
  },
  pagerduty: WEBHOOK(
    "Integrations → Generic Webhooks (v3) → New: scope it to the service, and choose the incident events.",
    "Copy the signing secret that PagerDuty shows once, and set it here under Signature.",
  ),
  sentry: WEBHOOK(
    "Settings → Custom integrations → New internal integration: turn on Alert rule action, and issue webhooks.",
    "Copy its client secret, and set it here under Signature.",
    "Add the integration as an action of your alert rules.",
  ),
  datadog: {
    given: "header",
    steps: [
      "Integrations → Webhooks → New: the address as URL.",
      'Custom headers: {"Authorization": "Bearer <token>"}.',
      "Take the payload from the page below, and mention @webhook-<name> in your monitors.",
    ],
  },
  cloudwatch: {
    given: "address",
    steps: [
      "SNS → your topic → Create subscription: protocol HTTPS, endpoint the address with the token.",
      "The handshake arrives under Deliveries: open it and confirm it there.",
      "Set the topic's ARN here under Signature, and choose the topic as an action of your alarms.",
    ],
  },
  opsgenie: {
    given: "header",
    steps: [
      "Settings → Integrations → Webhook: the address as URL.",
      "Custom header Authorization: Bearer <token>.",
      "Choose the actions Create, Acknowledge and Close.",
    ],
  },
  newrelic: {
    given: "header",
    steps: [
      "Alerts → Destinations → Webhook: the address, authorization Bearer token with the token.",
      "Add the destination to a workflow, with the default payload, and send a test.",
    ],
  },
  azure: WEBHOOK(
    "Monitor → Action groups: add an action of type Webhook.",
    "Turn the common alert schema on.",
  ),
  gcp: WEBHOOK("Monitoring → Alerting → Notification channels → Webhooks: add one."),
  zabbix: {
    given: "header",
    steps: [
      "Alerts → Media types → Create: type Webhook; script and parameters stand in the page below.",
      "Set its parameters URL to the address and Token to the token.",
      "Give a user this media, and use it in a trigger action, with recovery operations.",
    ],
  },
  statuspage: WEBHOOK("On the status page: Subscribe to updates → Webhook."),
  uptimerobot: WEBHOOK(
    "Integrations & API → Webhook: add one for down and up events.",
    "Send as JSON with the value that stands in the page below.",
  ),
  pingdom: WEBHOOK("Integrations → Add integration → Webhook; then choose it in each check."),
  generic: {
    given: "header",
    steps: [
      "Let the tool POST its JSON to the address, with the header Authorization: Bearer <token>.",
      "A tool that cannot set a header uses the address with the token.",
      "Send one delivery; then set below, on its body, which part of it means what.",
    ],
  },
};

/** The steps for a source; those of a plain webhook where it has none of its own. */
export function setupOf(source: string): Setup {
  return SETUPS[source] ?? WEBHOOK("In the tool, add a webhook that is called on alerts.");
}

/** The page of the documentation about a source. */
export function pageOf(source: string): string {
  return `docs/integrations/${source}.md`;
}

const TRIALS: Record<string, unknown> = trials;

/** A command that sends one trial alert, in the body that the source reads; a source without one gets the generic body. */
export function curlOf(source: string, address: string, token: string): string {
  const trial = JSON.stringify(TRIALS[source] ?? trials.generic).replaceAll("'", "'\\''");
  return [
    `curl -X POST ${address} \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${trial}'`,
  ].join("\n");
}
