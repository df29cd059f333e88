import { createFileRoute } from "@tanstack/react-router";
import { NewIntegrationPage } from "@/features/integrations/new-integration-page";
import { textOf } from "@/lib/address";

export const Route = createFileRoute("/integrations/new")({
  validateSearch: (search: Record<string, unknown>): { source?: string } => ({
    source: textOf(search.source),
  }),
  component: NewIntegrationRoute,
});

function NewIntegrationRoute() {
  const navigate = Route.useNavigate();
  return (
    <NewIntegrationPage
      source={Route.useSearch().source}
      onSource={(source) => void navigate({ search: { source }, resetScroll: false })}
    />
  );
}
