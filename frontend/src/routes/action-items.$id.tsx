import { createFileRoute } from "@tanstack/react-router";
import { ActionItemPage } from "@/features/action-items/item-page";

export const Route = createFileRoute("/action-items/$id")({ component: ActionItemRoute });

function ActionItemRoute() {
  return <ActionItemPage id={Route.useParams().id} />;
}
