import { createMemoryHistory } from "@tanstack/react-router";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { EARLY_CALLS } from "@/app/early-calls";
import { createConsoleRouter, createQueryClient } from "@/app/router";
import { server } from "@/testing/server";

/** Of every page what the console itself asks, whatever the page. */
const OF_THE_SHELL = "/api/v1/memory/status";

function filled(call: string): string {
  const dayBefore = (days: string) =>
    new Date(Date.now() - Number(days) * 86_400_000).toISOString().slice(0, 10);
  return call.replace(":id", "INC-7").replaceAll(/:(\d+)-days-ago/g, (_, days: string) => dayBefore(days));
}

it.each(Object.entries(EARLY_CALLS))(
  "what is asked for early of %s its loader asks for",
  async (path, calls) => {
    const asked: string[] = [OF_THE_SHELL];
    server.use(
      http.get("*/api/v1/*", ({ request }) => {
        const { pathname, search } = new URL(request.url);
        asked.push(pathname + search);
        return HttpResponse.json({ items: [] });
      }),
    );
    const history = createMemoryHistory({ initialEntries: [path.replace(":id", "INC-7")] });
    await createConsoleRouter(createQueryClient(), history).load();
    expect(asked).toEqual(expect.arrayContaining(calls.map(filled)));
  },
);
