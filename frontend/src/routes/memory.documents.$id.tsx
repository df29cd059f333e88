import { createFileRoute } from "@tanstack/react-router";
import { DocumentPage } from "@/features/memory/document-page";

export const Route = createFileRoute("/memory/documents/$id")({ component: DocumentRoute });

function DocumentRoute() {
  const { id } = Route.useParams();
  return <DocumentPage key={id} id={id} />;
}
