import { expect, it } from "vitest";
import {
  formatDuration,
  formatLatency,
  formatUtc,
  fromLocalInput,
  relativeTime,
  toLocalInput,
} from "@/lib/time";

const now = Date.parse("2026-03-01T12:00:00Z");

it.each([
  ["2026-03-01T11:59:58Z", "just now"],
  ["2026-03-01T11:57:00Z", "3 min. ago"],
  ["2026-03-01T09:00:00Z", "3 hr. ago"],
  ["2026-02-27T12:00:00Z", "2 days ago"],
  ["2026-03-01T12:10:00Z", "in 10 min."],
])("%s reads %s", (at, words) => expect(relativeTime(Date.parse(at), now)).toBe(words));

it.each([
  [0, "0s"],
  [59, "59s"],
  [3_600, "1h"],
  [8_100, "2h 15m"],
  [183_600, "2d 3h"],
])("%d seconds last %s", (seconds, words) => expect(formatDuration(seconds)).toBe(words));

it("names the zone of an absolute time", () =>
  expect(formatUtc(new Date(now))).toBe("1 Mar 2026, 12:00 UTC"));

it("shows a latency that was not measured as a dash", () => expect(formatLatency(null)).toBe("–"));

it("reads back the local time it wrote", () =>
  expect(fromLocalInput(toLocalInput(new Date(now)))).toBe("2026-03-01T12:00:00.000Z"));

it("takes a blank time as none", () => expect(fromLocalInput("")).toBeNull());
