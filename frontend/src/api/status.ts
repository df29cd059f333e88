import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";
import type { Dependency } from "@/api/types";

export function statusQuery() {
  return queryOptions({
    queryKey: ["status"],
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/status", { signal })),
    // What is starting turns ready soon, and whoever looks waits for it.
    refetchInterval: ({ state }) => (state.data?.dependencies.some(isStarting) ? 2_000 : 10_000),
  });
}

function isStarting({ status, reason }: Dependency): boolean {
  return [status, reason].some((word) => word === "starting" || word === "calibrating");
}
