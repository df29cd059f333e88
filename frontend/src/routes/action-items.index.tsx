import { createFileRoute } from "@tanstack/react-router";
import { actionItemCountsQuery, actionItemPagesQuery } from "@/api/action-items";
import { ActionItemsPage } from "@/features/action-items/action-items-page";
import { readActionItemsSearch } from "@/features/action-items/action-items-search";
import { STATE_ORDER } from "@/features/action-items/words";

export const Route = createFileRoute("/action-items/")({
  validateSearch: readActionItemsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: { view, ...filters } }) => {
    void queries.prefetchQuery(actionItemCountsQuery(filters));
    void queries.prefetchQuery(actionItemCountsQuery({}));
    const parts = view === "overdue" ? (["overdue"] as const) : STATE_ORDER;
    for (const part of parts) void queries.prefetchInfiniteQuery(actionItemPagesQuery(part, filters));
  },
  component: ActionItemsRoute,
});

function ActionItemsRoute() {
  const navigate = Route.useNavigate();
  return (
    <ActionItemsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
