import { useQuery } from "@tanstack/react-query";
import { timelineQuery } from "@/api/incidents";
import type { IncidentEdit, TimelineItem } from "@/api/types";
import { SEVERITIES, STATUSES } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Timestamp } from "@/components/ui/timestamp";
import { FIELD_LABELS } from "@/features/incident/edit-fields";
import type { OvertakenError, QuickEdit } from "@/features/incident/use-quick-edit";
import { formatUtc } from "@/lib/time";

type Field = keyof IncidentEdit;

/** Somebody else was faster: who, when, what they said, and what was to be said here; nothing is lost. */
export function OvertakenDialog({ quick }: { quick: QuickEdit }) {
  if (quick.overtaken === null) return null;
  return <Versions faster={quick.overtaken} quick={quick} />;
}

function Versions({ faster, quick }: { faster: OvertakenError; quick: QuickEdit }) {
  const { newest, wanted, fields } = faster;
  const timeline = useQuery({ ...timelineQuery(newest.id), staleTime: 0 });
  const entry = lastChange(timeline.data?.items ?? [], fields);
  return (
    <Dialog
      open
      onOpenChange={quick.keepTheirs}
      title="Somebody else was faster"
      description={
        entry ? (
          <>
            <span dir="auto">{entry.actor}</span> changed it <Timestamp at={entry.recorded_at} />. Yours was
            not saved yet.
          </>
        ) : (
          "It was changed since you looked. Yours was not saved yet."
        )
      }
    >
      <dl className="space-y-3 text-sm">
        {fields.map((field) => (
          <div key={field} className="space-y-1">
            <dt className="text-xs font-medium text-muted">{labelOf(field)}</dt>
            <dd className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2">
              <span className="text-muted">Theirs</span>
              <span dir="auto" className="font-medium wrap-anywhere">
                {shown(field, newest[field as keyof typeof newest])}
              </span>
              <span className="text-muted">Yours</span>
              <span dir="auto" className="wrap-anywhere">
                {shown(field, wanted[field])}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={quick.useMine}>Save mine over it</Button>
        <Button variant="primary" onClick={quick.keepTheirs}>
          Keep theirs
        </Button>
      </div>
    </Dialog>
  );
}

/** The newest entry of the timeline that changed one of these fields. */
function lastChange(items: readonly TimelineItem[], fields: readonly Field[]): TimelineItem | undefined {
  return items
    .filter(({ changes }) => fields.some((field) => changes && field in changes))
    .sort((a, b) => Date.parse(a.recorded_at) - Date.parse(b.recorded_at))
    .at(-1);
}

function labelOf(field: Field): string {
  if (field === "next_update_at") return "Next update due";
  if (field === "status") return "Status";
  return FIELD_LABELS[field as keyof typeof FIELD_LABELS] ?? field;
}

function shown(field: Field, value: unknown): string {
  if (typeof value !== "string" || value === "") return "nobody, nothing";
  if (field === "severity") return SEVERITIES[value as keyof typeof SEVERITIES].word;
  if (field === "status") return STATUSES[value as keyof typeof STATUSES].word;
  return field === "next_update_at" ? formatUtc(new Date(value)) : value;
}
