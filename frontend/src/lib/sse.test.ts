import { expect, it } from "vitest";
import { readEvents } from "@/lib/sse";

function bodyOf(...chunks: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

async function eventsOf(...chunks: string[]) {
  const events = [];
  for await (const event of readEvents(bodyOf(...chunks))) events.push(event);
  return events;
}

it("reads an event that arrives in pieces", async () => {
  expect(await eventsOf("event: sta", 'ge\ndata: {"a"', ":1}\n\n")).toEqual([
    { event: "stage", data: '{"a":1}', id: null },
  ]);
});

it("joins several data lines and keeps the id", async () => {
  expect(await eventsOf("id: 7\ndata: one\ndata: two\n\n")).toEqual([
    { event: "message", data: "one\ntwo", id: "7" },
  ]);
});

it("skips comments and accepts carriage returns", async () => {
  expect(await eventsOf(": ping\r\n\r\nevent: done\r\ndata: {}\r\n\r\n")).toEqual([
    { event: "done", data: "{}", id: null },
  ]);
});
