import { createRootRoute } from "@tanstack/react-router";
import { CrashPage } from "@/app/crash-page";
import { NotFoundPage } from "@/app/not-found-page";
import { Shell } from "@/app/shell";

export const Route = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});
