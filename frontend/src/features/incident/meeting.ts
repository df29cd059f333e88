import type { Incident, IncidentEdit } from "@/api/types";

/** The fields in which somebody else was faster with something else: neither as we saw it, nor as we want it. */
export function overtaken(seen: Incident, newest: Incident, wanted: IncidentEdit): (keyof IncidentEdit)[] {
  const fields = Object.keys(wanted) as (keyof IncidentEdit)[];
  return fields.filter((field) => {
    const [before, now] = [heldBy(seen, field), heldBy(newest, field)];
    return before !== now && now !== wanted[field];
  });
}

function heldBy(incident: Incident, field: keyof IncidentEdit): unknown {
  return incident[field as keyof Incident];
}
