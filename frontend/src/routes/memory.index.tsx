import { createFileRoute } from "@tanstack/react-router";
import { MemoryPage } from "@/features/memory/memory-page";
import { readMemorySearch } from "@/features/memory/memory-search";

export const Route = createFileRoute("/memory/")({
  validateSearch: readMemorySearch,
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
