import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";

export function samplesQuery() {
  return queryOptions({
    queryKey: ["samples"],
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/samples", { signal })),
  });
}

export function removeSamples() {
  return expectData(api.DELETE("/api/v1/samples"));
}
