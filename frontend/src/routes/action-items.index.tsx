import { createFileRoute } from "@tanstack/react-router";
import { ActionItemsPage } from "@/features/action-items/action-items-page";
import { readActionItemsSearch } from "@/features/action-items/action-items-search";

export const Route = createFileRoute("/action-items/")({
  validateSearch: readActionItemsSearch,
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
