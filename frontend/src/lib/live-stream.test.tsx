import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { followStream } from "@/lib/live-stream";
import { server } from "@/testing/server";

/** A stream that says these events and then breaks off. */
function brokenOff(...events: string[]) {
  return new HttpResponse(events.map((event) => `${event}\n\n`).join(""), {
    headers: { "Content-Type": "text/event-stream" },
  });
}

it("goes on behind the last event after a break, so that none is missed and none comes twice", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/stream", ({ request }) => {
      asked.push(request.headers.get("Last-Event-ID"));
      if (asked.length === 1)
        return brokenOff("id: 3\nevent: hello\ndata: {}", "id: 5\nevent: incident\ndata: one");
      if (asked.length === 2)
        return brokenOff("id: 5\nevent: hello\ndata: {}", "id: 6\nevent: anything\ndata: two");
      return new HttpResponse(null, { status: 503 });
    }),
  );
  const heard: string[] = [];
  const states: [boolean, number | null][] = [];
  const stop = followStream(`${window.location.origin}/stream`, {
    onEvent: ({ event, data }) => heard.push(`${event} ${data}`),
    onState: (open, refused) => states.push([open, refused?.status ?? null]),
  });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(3), { timeout: 10_000 });
  stop();
  expect(asked.slice(0, 3)).toEqual([null, "5", "6"]);
  expect(heard).toEqual(["incident one", "anything two"]);
  expect(states.slice(0, 4)).toEqual([
    [true, null],
    [false, null],
    [true, null],
    [false, null],
  ]);
});
