import type { Incident, IncidentEdit } from "@/api/types";
import { fromLocalInput, toLocalInput } from "@/lib/time";

export type EditValues = {
  title: string;
  service: string;
  severity: string;
  environment: string;
  version: string;
  commander: string;
  comms: string;
  scribe: string;
  runbook: string;
  started_at: string;
  error: string;
  symptoms: string;
  root_cause: string;
  resolution: string;
  ineffective_actions: string;
  postmortem: string;
  same_as: string;
};

export type EditField = keyof EditValues;

export const FIELD_LABELS: Record<EditField, string> = {
  title: "Title",
  service: "Service",
  severity: "Severity",
  environment: "Environment",
  version: "Version",
  commander: "Commander",
  comms: "Comms",
  scribe: "Scribe",
  runbook: "Runbook (address)",
  started_at: "Impact started",
  error: "Error",
  symptoms: "Symptoms",
  root_cause: "Root cause",
  resolution: "Resolution",
  ineffective_actions: "What did not help",
  postmortem: "Closing notes (Markdown)",
  same_as: "Same resolution as",
};

const REQUIRED: readonly EditField[] = ["title", "service", "severity"];
const FIELDS = Object.keys(FIELD_LABELS) as EditField[];

/** The editable fields of an incident as text controls hold them. */
export function editValuesOf(incident: Incident): EditValues {
  const values = Object.fromEntries(
    FIELDS.filter((field) => field !== "started_at").map((field) => [field, incident[field] ?? ""]),
  );
  const started = incident.started_at ? toLocalInput(new Date(incident.started_at)) : "";
  return { ...values, started_at: started } as EditValues;
}

export function changedFields(before: EditValues, after: EditValues): EditField[] {
  return FIELDS.filter((field) => before[field] !== after[field]);
}

/** The PATCH that turns `before` into `after`: changed fields alone, blank ones cleared. */
export function editOf(before: EditValues, after: EditValues): IncidentEdit {
  const entries = changedFields(before, after).map((field) => [field, valueFor(field, after[field])]);
  return Object.fromEntries(entries) as IncidentEdit;
}

function valueFor(field: EditField, value: string): string | null {
  if (field === "started_at") return fromLocalInput(value);
  return value.trim() === "" && !REQUIRED.includes(field) ? null : value;
}
