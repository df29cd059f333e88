import type { IncidentResolve, Outcome } from "@/api/types";
import { filled } from "@/lib/text";

export type ResolveValues = {
  outcome: string;
  root_cause: string;
  resolution: string;
  ineffective_actions: string;
  postmortem: string;
  same_as: string;
  /** Ids of incidents whose resolution was tried in vain, with blanks between. */
  did_not_help: string;
};

export const BLANK_RESOLVE: ResolveValues = {
  outcome: "fixed",
  root_cause: "",
  resolution: "",
  ineffective_actions: "",
  postmortem: "",
  same_as: "",
  did_not_help: "",
};

/** A resolution that can be taken over: what ended an earlier incident, and why that broke where it is known. */
export type Adoptable = { incident_id: string; root_cause: string | null; resolution: string };

/** What the form sends; `actor` is who resolves. */
export function resolveOf(values: ResolveValues, actor: string | null): IncidentResolve {
  const sameAs = sameAsOf(values);
  return {
    outcome: values.outcome as Outcome,
    root_cause: filled(values.root_cause),
    resolution: filled(values.resolution),
    ineffective_actions: filled(values.ineffective_actions),
    postmortem: filled(values.postmortem),
    same_as: sameAs,
    did_not_help: idsIn(values.did_not_help).filter((id) => id !== sameAs),
    resolved_by: actor,
  };
}

/** The incident whose resolution this is too; null for one of its own, and for a false alarm. */
export function sameAsOf({ outcome, same_as }: ResolveValues): string | null {
  return outcome === "false_alarm" ? null : (filled(same_as)?.toUpperCase() ?? null);
}

/** The fields that are missing, by name, with what to do. */
export function missingIn(values: ResolveValues): Partial<Record<keyof ResolveValues, string>> {
  // With the same resolution as another incident, what is blank is taken over from there.
  if (values.outcome === "false_alarm" || sameAsOf(values) !== null) return {};
  const missing: Partial<Record<keyof ResolveValues, string>> = {};
  if (filled(values.root_cause) === null)
    missing.root_cause = "Say why it broke; this is what will be remembered.";
  if (filled(values.resolution) === null)
    missing.resolution = "Say what ended it; this is what will be remembered.";
  return missing;
}

/** Cause and resolution taken over, without losing typed text; what was taken over from `before` gives way. */
export function adopting(
  values: ResolveValues,
  known: Adoptable,
  before: Adoptable | null = null,
): Partial<ResolveValues> {
  const own = releasing(values, before);
  return {
    same_as: known.incident_id,
    root_cause: filled(own.root_cause) ?? known.root_cause ?? "",
    resolution: filled(own.resolution) ?? known.resolution,
    did_not_help: idsIn(values.did_not_help)
      .filter((id) => id !== known.incident_id)
      .join(" "),
  };
}

/** A resolution of its own again: what was taken over goes, what was typed stays. */
export function releasing(values: ResolveValues, before: Adoptable | null) {
  return {
    same_as: "",
    root_cause: values.root_cause === before?.root_cause ? "" : values.root_cause,
    resolution: values.resolution === before?.resolution ? "" : values.resolution,
  };
}

/** The ids in a text with blanks between them. */
export function idsIn(text: string): string[] {
  return text.split(" ").filter(Boolean);
}

/** The same ids with this one put in or taken out. */
export function toggled(text: string, id: string): string {
  const ids = idsIn(text);
  return (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]).join(" ");
}
