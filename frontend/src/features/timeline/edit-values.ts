import type { EntryEdit, TimelineItem } from "@/api/types";
import { fromLocalInput } from "@/lib/time";

export type EditValues = {
  text: string;
  happened_at: string;
  audience: string;
  service: string;
  version: string;
  state: string;
};

export const FIELD_LABELS: Record<keyof EditValues, string> = {
  text: "Text",
  happened_at: "Happened at",
  audience: "Audience",
  service: "Service",
  version: "Version",
  state: "State",
};

/** An entry as its form shows it. */
export function editValuesOf(item: TimelineItem): EditValues {
  const said = (name: string) => String(item.details?.[name] ?? "");
  return {
    text: item.text ?? "",
    happened_at: localSeconds(item.happened_at),
    audience: said("audience"),
    service: said("service"),
    version: said("version"),
    state: said("state"),
  };
}

/** What to send: the fields that differ from what the edit began from. */
export function entryEditOf(before: EditValues, values: EditValues): EntryEdit {
  const names = (Object.keys(before) as (keyof EditValues)[]).filter((name) => values[name] !== before[name]);
  const sent = Object.fromEntries(names.map((name) => [name, values[name] || null]));
  if (sent.happened_at) sent.happened_at = fromLocalInput(values.happened_at);
  return sent as EntryEdit;
}

function localSeconds(at: string): string {
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
