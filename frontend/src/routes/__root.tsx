import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext } from "@tanstack/react-router";
import { CrashPage } from "@/app/crash-page";
import { NotFoundPage } from "@/app/not-found-page";
import { Shell } from "@/app/shell";

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});
