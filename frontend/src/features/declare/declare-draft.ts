import type { IncidentDeclare, Severity } from "@/api/types";
import { filled } from "@/lib/text";
import { fromLocalInput } from "@/lib/time";

export type DeclareValues = {
  title: string;
  service: string;
  severity: string;
  error: string;
  symptoms: string;
  environment: string;
  version: string;
  commander: string;
  started_at: string;
};

export const BLANK_DECLARE: DeclareValues = {
  title: "",
  service: "",
  severity: "",
  error: "",
  symptoms: "",
  environment: "",
  version: "",
  commander: "",
  started_at: "",
};

/** A title nobody has to think of at 3 a.m.: the service and the first line of the error. */
export function suggestedTitle({ service, error, symptoms }: DeclareValues): string {
  const what = (filled(error) ?? filled(symptoms) ?? "").split("\n")[0]?.trim() ?? "";
  if (what === "") return "";
  const title = filled(service) ? `${service.trim()}: ${what}` : what;
  return title.length > 120 ? `${title.slice(0, 119)}…` : title;
}

/** What the form sends; `actor` is who declares. */
export function declarationOf(values: DeclareValues, actor: string | null): IncidentDeclare {
  return {
    title: filled(values.title) ?? suggestedTitle(values),
    service: values.service.trim(),
    severity: values.severity as Severity,
    error: filled(values.error),
    symptoms: filled(values.symptoms),
    environment: filled(values.environment),
    version: filled(values.version),
    commander: filled(values.commander),
    declared_by: actor,
    started_at: fromLocalInput(values.started_at),
  };
}

/** The fields that are missing, by name, with what to do. */
export function missingIn(values: DeclareValues): Record<string, string> {
  const missing: Record<string, string> = {};
  if (filled(values.service) === null) missing.service = "Say which service is hit.";
  if (values.severity === "") missing.severity = "Choose a severity; when unsure, the worse one.";
  if (filled(values.title) === null && suggestedTitle(values) === "") {
    missing.title = "Give a title, an error or symptoms; one of them is enough.";
  }
  return missing;
}
