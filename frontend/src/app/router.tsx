import { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { ApiProblem } from "@/api/problem";
import { routeTree } from "@/routeTree.gen";

/** Asks again only where asking again can help. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiProblem && error.status < 500) return false;
  return failures < 2;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, staleTime: 3_000 }, mutations: { retry: false } },
  });
}

/** The router; loaders of its routes ask for a screen's data through these queries while its code is still on the way. */
export function createConsoleRouter(queries: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queries },
    defaultPreload: "intent",
    // How long data stays fresh is the queries' own business.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
