import { useQuery } from "@tanstack/react-query";
import { repeatQuery } from "@/api/fingerprints";
import { investigationsQuery } from "@/api/investigations";
import type { HistoricalIncident, Incident, Outcome, Repeat, RepeatResolution } from "@/api/types";
import type { Adoptable } from "@/features/incident/resolve-draft";

export type KnownResolution = Adoptable & {
  outcome: Outcome;
  sample: boolean;
  /** Where it is known from: the record's own repeat, or evidence from memory. */
  from: "record" | "memory";
  record: Omit<RepeatResolution, "incident_id" | "outcome" | "resolution" | "resolved_at" | "sample"> | null;
};

/** Resolutions that may be this incident's too: those of the same error first, then strong evidence. */
export function useKnownResolutions(incident: Incident): KnownResolution[] {
  const repeat = useQuery({ ...repeatQuery(incident.id), enabled: incident.fingerprint !== null });
  const runs = useQuery(investigationsQuery(incident.id));
  const evidence = runs.data?.items[0]?.similar_historical_incidents ?? [];
  return knownResolutions(repeat.data ?? null, evidence);
}

function knownResolutions(repeat: Repeat | null, evidence: readonly HistoricalIncident[]): KnownResolution[] {
  const recorded = (repeat?.resolutions ?? []).map((one) => fromRecord(one, repeat, evidence));
  const ids = new Set(recorded.map(({ incident_id }) => incident_id));
  const remembered = evidence.filter(
    ({ match, forgotten, incident_id }) => match === "strong" && !forgotten && !ids.has(incident_id),
  );
  return [...recorded, ...remembered.map(fromMemory)];
}

function fromRecord(
  one: RepeatResolution,
  repeat: Repeat | null,
  evidence: readonly HistoricalIncident[],
): KnownResolution {
  const verified = repeat?.verified_resolution;
  const told = [verified, ...evidence].find((other) => other?.incident_id === one.incident_id);
  return { ...one, root_cause: told?.root_cause ?? null, from: "record", record: one };
}

function fromMemory(one: HistoricalIncident): KnownResolution {
  const { incident_id, root_cause, resolution, outcome, sample, track_record: record } = one;
  return { incident_id, root_cause, resolution, outcome, sample, from: "memory", record };
}
