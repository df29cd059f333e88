import { createFileRoute } from "@tanstack/react-router";
import { incidentQuery } from "@/api/incidents";
import { postmortemQuery } from "@/api/postmortems";
import { PostmortemPage } from "@/features/postmortem/postmortem-page";

export const Route = createFileRoute("/incidents/$id_/postmortem")({
  loader: ({ context: { queries }, params: { id } }) => {
    void queries.prefetchQuery(incidentQuery(id));
    void queries.prefetchQuery(postmortemQuery(id));
  },
  component: PostmortemRoute,
});

function PostmortemRoute() {
  const { id } = Route.useParams();
  return <PostmortemPage key={id} id={id} />;
}
