import { createFileRoute } from "@tanstack/react-router";
import { IntegrationPage } from "@/features/integrations/integration-page";
import { textOf } from "@/lib/address";

export const Route = createFileRoute("/integrations/$id")({
  validateSearch: (search: Record<string, unknown>): { sample?: string } => ({
    sample: textOf(search.sample),
  }),
  component: IntegrationRoute,
});

function IntegrationRoute() {
  const { id } = Route.useParams();
  return <IntegrationPage key={id} id={id} sample={Route.useSearch().sample} />;
}
