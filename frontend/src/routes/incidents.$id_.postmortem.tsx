import { createFileRoute } from "@tanstack/react-router";
import { PostmortemPage } from "@/features/postmortem/postmortem-page";

export const Route = createFileRoute("/incidents/$id_/postmortem")({ component: PostmortemRoute });

function PostmortemRoute() {
  const { id } = Route.useParams();
  return <PostmortemPage key={id} id={id} />;
}
