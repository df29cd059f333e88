import createClient, { type Middleware } from "openapi-fetch";
import { earlyAnswer } from "@/api/early";
import type { paths } from "@/api/schema";
import { requireSignIn } from "@/api/session";
import { currentActor } from "@/lib/actor";

/** The headers that say who made a change. */
export function actorHeaders(): Record<string, string> {
  const actor = currentActor();
  return actor ? { "X-Actor": encodeURIComponent(actor) } : {};
}

const askedAt = new WeakMap<Request, number>();

const whoAndWhether: Middleware = {
  onRequest({ request }) {
    askedAt.set(request, performance.now());
    for (const [name, value] of Object.entries(actorHeaders())) request.headers.set(name, value);
  },
  onResponse({ request, response }) {
    if (response.status === 401) requireSignIn(askedAt.get(request));
  },
};

export const api = createClient<paths, "application/json">({
  baseUrl: window.location.origin,
  fetch: (request) => earlyAnswer(request) ?? globalThis.fetch(request),
});
api.use(whoAndWhether);
