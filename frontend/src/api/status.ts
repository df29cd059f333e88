import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { expectData } from "@/api/problem";

export function statusQuery() {
  return queryOptions({
    queryKey: ["status"],
    queryFn: ({ signal }) => expectData(api.GET("/api/v1/status", { signal })),
    refetchInterval: 10_000,
  });
}
