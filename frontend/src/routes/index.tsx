import { createFileRoute } from "@tanstack/react-router";
import { overviewQuery } from "@/api/incidents";
import { topFindingQuery } from "@/api/insights";
import { statusQuery } from "@/api/status";
import { prefetchSamples } from "@/components/samples-offer";
import { Dashboard } from "@/features/dashboard/dashboard";

export const Route = createFileRoute("/")({
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(overviewQuery());
    void queries.prefetchQuery(statusQuery());
    void queries.prefetchQuery(topFindingQuery());
    prefetchSamples(queries);
  },
  component: Dashboard,
});
