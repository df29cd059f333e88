import { ListFilter } from "lucide-react";
import { memo, useState } from "react";
import type { TimelineItem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { EntryForm } from "@/features/timeline/entry-form";
import { entryAnchor } from "@/features/timeline/entry-link";
import { HistoryDialog } from "@/features/timeline/history-dialog";
import { TimelineList } from "@/features/timeline/timeline-list";
import { TimelineTools, ZoneSwitch } from "@/features/timeline/timeline-tools";
import { useEntryChanges } from "@/features/timeline/use-entry-changes";
import { useEntryTarget } from "@/features/timeline/use-entry-target";
import { useTimelineRows } from "@/features/timeline/use-timeline-rows";
import { PIN_WORDS } from "@/features/timeline/words";
import { counted } from "@/lib/text";

/**
 * The living record: what happened and when, by both clocks, with room for what people know. It is kept out of what the
 * page around it draws anew: a hundred entries would hold up every dialog that opens.
 */
export const TimelinePanel = memo(Timeline);

function Timeline({ incidentId }: { incidentId: string }) {
  const [reading, setReading] = useState(false);
  const [editing, setEditing] = useState<TimelineItem | null>(null);
  const [history, setHistory] = useState<TimelineItem | null>(null);
  const timeline = useTimelineRows(incidentId, reading, editing);
  const changes = useEntryChanges(incidentId);
  const { query, older, shown, waiting, isWhole } = timeline;
  const target = useEntryTarget(timeline);
  const edit = (item: TimelineItem | null) => {
    // The form goes, and the focus returns to the entry that it stood in.
    if (item === null)
      requestAnimationFrame(() => document.getElementById(entryAnchor(editing?.id ?? ""))?.focus());
    setEditing(item);
  };
  return (
    <Panel title="Timeline" aside={<ZoneSwitch zones={timeline.zones} />}>
      <div className="space-y-3">
        <EntryForm incidentId={incidentId} />
        <TimelineTools incidentId={incidentId} filters={timeline.filters} zones={timeline.zones} />
      </div>
      {query.isPending && (
        <Loading what="the timeline">
          <SkeletonRows rows={4} className="h-11 !px-0" />
        </Loading>
      )}
      {query.error && (
        <ProblemNote error={query.error} doing="Loading the timeline" onRetry={() => void query.refetch()} />
      )}
      <p aria-live="polite" className="mt-2 empty:hidden">
        {waiting > 0 && (
          <Button size="sm" onClick={timeline.showWaiting}>
            Show {counted(waiting, "new entry", "new entries")}
          </Button>
        )}
      </p>
      {query.data && shown.length === 0 && (
        <EmptyState
          icon={ListFilter}
          title={isWhole ? "Nothing of that kind" : "Nothing of that kind so far"}
        >
          {timeline.filters.pinnedOnly ? PIN_WORDS.none : "Choose what is shown above, or add the first."}
        </EmptyState>
      )}
      {query.data && shown.length > 0 && (
        <TimelineList
          key={incidentId}
          incidentId={incidentId}
          items={shown}
          isWhole={isWhole}
          declaredAt={timeline.declaredAt}
          target={target}
          zone={timeline.zone}
          other={timeline.other}
          onReading={setReading}
          changes={changes}
          editing={editing?.id ?? null}
          isEditedGone={timeline.isEditedGone}
          onEdit={edit}
          onHistory={setHistory}
        />
      )}
      {older.isFetching && (
        <p role="status" className="pt-2 text-xs text-muted">
          Reading the older entries…
        </p>
      )}
      {older.error && !older.isFetching && (
        <ProblemNote
          error={older.error}
          doing="Reading the older entries"
          stillWorks="The newest ones are shown."
          onRetry={() => void older.refetch()}
        />
      )}
      {history && <HistoryDialog incidentId={incidentId} item={history} onClose={() => setHistory(null)} />}
    </Panel>
  );
}
