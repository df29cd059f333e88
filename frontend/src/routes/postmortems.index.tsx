import { createFileRoute } from "@tanstack/react-router";
import type { PostmortemFilters } from "@/api/postmortems";
import { PostmortemsPage } from "@/features/postmortem/postmortems-page";
import { STATUS_ORDER } from "@/features/postmortem/words";

export const Route = createFileRoute("/postmortems/")({
  validateSearch: (search: Record<string, unknown>): PostmortemFilters => ({
    status: STATUS_ORDER.find((status) => status === search.status),
    waiting: search.waiting === true ? true : undefined,
    owner: typeof search.owner === "string" && search.owner !== "" ? search.owner : undefined,
  }),
  component: PostmortemsRoute,
});

function PostmortemsRoute() {
  const navigate = Route.useNavigate();
  return (
    <PostmortemsPage
      filters={Route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
