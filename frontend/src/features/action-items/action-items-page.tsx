import { useQuery } from "@tanstack/react-query";
import { ListTodo, SearchX, X } from "lucide-react";
import { actionItemCountsQuery } from "@/api/action-items";
import { useLiveActionItems } from "@/api/live";
import type { ActionItemCounts } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { Tabs } from "@/components/ui/tabs";
import type { ActionItemsSearch, ActionItemsView } from "@/features/action-items/action-items-search";
import { Board } from "@/features/action-items/board";
import { FilterBar } from "@/features/action-items/filter-bar";
import { OverdueList } from "@/features/action-items/overdue-list";
import { TARGETS_MEANING } from "@/features/action-items/words";
import { useDocumentTitle } from "@/lib/document-title";
import { formatCount } from "@/lib/numbers";
import { counted } from "@/lib/text";

type ActionItemsPageProps = {
  search: ActionItemsSearch;
  onSearch: (search: ActionItemsSearch) => void;
};

/** What incidents left to be done: a board, and what is overdue, narrowed by filters that live in the address. */
export function ActionItemsPage({ search, onSearch }: ActionItemsPageProps) {
  useDocumentTitle("Action items");
  useLiveActionItems();
  const { view = "board", ...filters } = search;
  const counts = useQuery(actionItemCountsQuery(filters));
  const owners = useQuery(actionItemCountsQuery({})).data?.owners ?? [];
  const late = counts.data?.overdue;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Action items
        </h1>
        <p role="status" className="text-sm text-muted">
          {counts.data && summaryOf(counts.data)}
        </p>
      </div>
      <FilterBar
        filters={filters}
        owners={owners}
        onFilter={(wanted) => onSearch({ ...wanted, view: search.view })}
      />
      <Scope search={search} counts={counts.data} onSearch={onSearch} />
      {counts.error && (
        <ProblemNote
          error={counts.error}
          doing="Counting action items"
          onRetry={() => void counts.refetch()}
        />
      )}
      {counts.data && isEmpty(counts.data) ? (
        <NoItem search={search} onSearch={onSearch} />
      ) : (
        <Tabs<ActionItemsView>
          label="Show"
          value={view}
          onChange={(next) => onSearch({ ...search, view: next === "board" ? undefined : next })}
          items={[
            { value: "board", label: "Board", content: <Board filters={filters} counts={counts.data} /> },
            {
              value: "overdue",
              label: late === undefined ? "Overdue" : `Overdue ${formatCount(late)}`,
              content: <OverdueList filters={filters} counts={counts.data} />,
            },
          ]}
        />
      )}
    </div>
  );
}

function summaryOf({ open, in_progress, overdue }: ActionItemCounts): string {
  return `${counted(open + in_progress, "item")} still to do, ${formatCount(overdue)} overdue`;
}

function isEmpty({ open, in_progress, done, wont_do }: ActionItemCounts): boolean {
  return open + in_progress + done + wont_do === 0;
}

type ScopeProps = ActionItemsPageProps & { counts: ActionItemCounts | undefined };

/** Filters beside those of the bar: past target, and the incident that another page led here with. */
function Scope({ search, counts, onSearch }: ScopeProps) {
  const isLate = search.past_target === true;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-soft">
      <Chip
        word="Past target"
        count={counts?.past_target}
        pressed={isLate}
        onPress={() => onSearch({ ...search, past_target: isLate ? undefined : true })}
      />
      {isLate && <span className="text-xs text-muted">{TARGETS_MEANING}</span>}
      {search.incident && (
        <>
          Only those of {search.incident}
          <Button size="sm" onClick={() => onSearch({ ...search, incident: undefined })}>
            <X aria-hidden /> Show all
          </Button>
        </>
      )}
    </div>
  );
}

function NoItem({ search, onSearch }: ActionItemsPageProps) {
  const { view: _, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return isFiltered ? (
    <EmptyState
      icon={SearchX}
      title="No action item matches"
      action={<Button onClick={() => onSearch({})}>Clear filters</Button>}
    />
  ) : (
    <EmptyState icon={ListTodo} title="No action items yet">
      They are added on an incident's page, during the incident or after it. What is left open when the error
      comes again is told there.
    </EmptyState>
  );
}
