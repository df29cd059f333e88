import { useQuery } from "@tanstack/react-query";
import { Archive, NotebookPen, PencilLine } from "lucide-react";
import { timelineQuery } from "@/api/incidents";
import type { TimelineItem } from "@/api/types";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { NoteForm } from "@/features/incident/note-form";
import { describeEntry } from "@/features/incident/timeline-text";

/** The living record: what happened and when, with room for a note. */
export function TimelinePanel({ incidentId }: { incidentId: string }) {
  const timeline = useQuery(timelineQuery(incidentId));
  return (
    <Panel title="Timeline">
      <NoteForm incidentId={incidentId} />
      {timeline.isPending && (
        <Loading what="the timeline">
          <SkeletonRows rows={4} className="h-11 !px-0" />
        </Loading>
      )}
      {timeline.error && (
        <ProblemNote
          error={timeline.error}
          doing="Loading the timeline"
          onRetry={() => void timeline.refetch()}
        />
      )}
      {timeline.data && (
        <ol aria-label="Timeline entries, newest first" className="mt-4 space-y-3">
          {timeline.data.items.toReversed().map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

const ICONS = { memory: Archive, note: NotebookPen, change: PencilLine };

function Mark({ item }: { item: TimelineItem }) {
  const isMemory = item.source === "memory";
  const Icon = ICONS[isMemory ? "memory" : item.kind === "note" ? "note" : "change"];
  return <Icon className={`mt-0.5 size-4 ${isMemory ? "text-accent" : "text-muted"}`} aria-hidden />;
}

function Entry({ item }: { item: TimelineItem }) {
  const { headline, body } = describeEntry(item);
  const late = Math.abs(Date.parse(item.recorded_at) - Date.parse(item.happened_at)) > 60_000;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 text-sm">
      <Mark item={item} />
      <div className="min-w-0 space-y-0.5">
        <p className="wrap-anywhere">{headline}</p>
        {body && (
          <p dir="auto" className="prose-text rounded-md bg-raised px-2.5 py-1.5">
            {body}
          </p>
        )}
        <p className="text-xs text-muted">
          <Timestamp at={item.happened_at} form="both" />
          {item.source !== "memory" && (
            <>
              {" · "}
              <span dir="auto" className="wrap-anywhere">
                {item.actor}
              </span>
            </>
          )}
          {late && (
            <>
              {" · recorded "}
              <Timestamp at={item.recorded_at} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}
