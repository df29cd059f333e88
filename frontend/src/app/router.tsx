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

export function createConsoleRouter(history?: RouterHistory) {
  return createRouter({ routeTree, history, defaultPreload: "intent", scrollRestoration: true });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
