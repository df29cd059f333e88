import { createFileRoute } from "@tanstack/react-router";
import { MemoryPage, type MemorySearch, type MemoryTab } from "@/features/memory/memory-page";

const TABS: readonly MemoryTab[] = ["recall", "ledger", "reflect"];

export const Route = createFileRoute("/memory")({
  validateSearch: (search: Record<string, unknown>): MemorySearch => ({
    tab: TABS.find((tab) => tab === search.tab),
    document: typeof search.document === "string" ? search.document : undefined,
  }),
  component: MemoryRoute,
});

function MemoryRoute() {
  const navigate = Route.useNavigate();
  return (
    <MemoryPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
