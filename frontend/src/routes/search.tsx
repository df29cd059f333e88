import { createFileRoute } from "@tanstack/react-router";
import { readSearch } from "@/features/search/search-address";
import { SearchPage } from "@/features/search/search-page";

export const Route = createFileRoute("/search")({
  validateSearch: readSearch,
  component: SearchRoute,
});

function SearchRoute() {
  const navigate = Route.useNavigate();
  return (
    <SearchPage
      filters={Route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
