import type {
  Alert,
  AlertItem,
  Delivery,
  DeliverySummary,
  IncidentAlerts,
  Integration,
  RoutingRule,
} from "@/api/types";

export function alertItem(given: Partial<AlertItem> = {}): AlertItem {
  return {
    id: "ALR-7",
    delivery_id: "DLV-12",
    integration_id: "INT-1",
    source: "alertmanager",
    title: "Pool of connections is exhausted",
    status: "firing",
    severity: "sev1",
    severity_raw: "critical",
    service: "payment-api",
    environment: null,
    version: null,
    fingerprint: "a81be23c7f",
    labels: { alertname: "PoolExhausted" },
    links: [],
    starts_at: "2026-03-01T12:00:00.000Z",
    ends_at: null,
    acknowledged_at: null,
    first_received_at: "2026-03-01T12:00:01.000Z",
    last_received_at: "2026-03-01T12:05:01.000Z",
    occurrences: 3,
    duplicates: 2,
    incident_id: "INC-117",
    routing: {
      decision: "declared",
      rule: "Severe alerts",
      reason: "No incident is open for payment-api, and this rule declares one.",
    },
    notes: [],
    ...given,
  };
}

export function alertRecord(given: Partial<Alert> = {}): Alert {
  const { routing, ...item } = alertItem();
  return {
    ...item,
    routing,
    error: "connection pool exhausted",
    description: null,
    history: [
      {
        began_at: "2026-03-01T12:00:00.000Z",
        ended_at: null,
        acknowledged_at: null,
        fired: true,
        open: true,
        received_at: "2026-03-01T12:00:01.000Z",
        incident_id: "INC-117",
        routing,
      },
    ],
    tellings: [
      {
        delivery_id: "DLV-12",
        status: "firing",
        rule: "repeat",
        why: "It says what was known.",
        at: "2026-03-01T12:05:01.000Z",
      },
    ],
    ...given,
  };
}

export function integrationRecord(given: Partial<Integration> = {}): Integration {
  return {
    id: "INT-1",
    source: "alertmanager",
    label: "Prometheus Alertmanager",
    name: "Prometheus, Frankfurt",
    confirmed: true,
    mapping: null,
    has_signing_secret: false,
    topic_arn: null,
    can_sign: false,
    require_signature: false,
    address: "https://memoryops.example/api/v1/alerts/alertmanager",
    tokens: [
      {
        id: "TOK-1",
        hint: "x7Qa",
        active: true,
        created_by: "Ada Lovelace",
        created_at: "2026-03-01T12:00:00.000Z",
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      },
    ],
    deliveries: { stored: 0, parsed: 0, quarantined: 0, ignored: 0 },
    last_delivery_at: null,
    created_by: "Ada Lovelace",
    created_at: "2026-03-01T12:00:00.000Z",
    ...given,
  };
}

export function deliverySummary(given: Partial<DeliverySummary> = {}): DeliverySummary {
  return {
    id: "DLV-12",
    integration_id: "INT-1",
    integration_name: "Prometheus, Frankfurt",
    source: "alertmanager",
    state: "parsed",
    kind: "alert",
    reason: null,
    received_at: "2026-03-01T12:00:01.000Z",
    parsed_at: "2026-03-01T12:00:01.000Z",
    form: "json",
    size: 512,
    alerts_told: 2,
    attempts: 1,
    authenticated_by: "token",
    body_removed_at: null,
    ...given,
  };
}

export function deliveryRecord(given: Partial<Delivery> = {}): Delivery {
  return {
    ...deliverySummary(),
    alerts: [],
    body: {},
    redactions: [],
    headers: {},
    confirm_url: null,
    ...given,
  };
}

export function incidentAlerts(given: Partial<IncidentAlerts> = {}): IncidentAlerts {
  return {
    incident_id: "INC-117",
    status: "triage",
    occurrences: 0,
    alerts: 0,
    firing: 0,
    first_began_at: null,
    last_began_at: null,
    declared_from_alert: false,
    started_from: null,
    recurrence_of: null,
    top: [],
    trend: [],
    ...given,
  };
}

export function routingRule(given: Partial<RoutingRule> = {}): RoutingRule {
  return {
    id: "RUL-1",
    position: 0,
    name: "Severe alerts",
    enabled: true,
    match: { sources: ["alertmanager"], services: [], severities: ["sev1", "sev2"], labels: {} },
    action: "declare",
    declare_as: "triage",
    severity: null,
    group_labels: [],
    window_minutes: 30,
    limit_per_minute: 5,
    created_by: "memoryops",
    created_at: "2026-03-01T12:00:00.000Z",
    updated_by: "memoryops",
    updated_at: "2026-03-01T12:00:00.000Z",
    ...given,
  };
}
