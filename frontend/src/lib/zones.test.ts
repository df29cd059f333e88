import { expect, it } from "vitest";
import { formatUtc } from "@/lib/time";
import { clockIn, zoneHint } from "@/lib/zones";

it("tells the two half past twos of the night when summer time ends apart", () => {
  const [summer, winter] = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map((at) =>
    clockIn("Europe/Berlin", new Date(at)),
  );
  expect(summer).toEqual({ day: "Sun, 25 Oct 2026", date: "2026-10-25", time: "02:30:00", offset: "UTC+2" });
  expect(winter).toEqual({ ...summer, offset: "UTC+1" });
});

it("knows the day of the zone, where it is not UTC's", () => {
  const at = new Date("2026-11-29T23:30:00Z");
  expect(clockIn("UTC", at)).toEqual({
    day: "Sun, 29 Nov 2026",
    date: "2026-11-29",
    time: "23:30:00",
    offset: "UTC",
  });
  expect(clockIn("Asia/Kolkata", at)).toMatchObject({
    date: "2026-11-30",
    time: "05:00:00",
    offset: "UTC+5:30",
  });
});

it("says midnight as the day's first hour", () =>
  expect(clockIn("UTC", new Date("2026-11-30T00:00:00Z")).time).toBe("00:00:00"));

it("says which zone a control reads, and what that is in UTC", () => {
  expect(zoneHint("2026-03-01T12:00", "UTC")).toBe("In UTC.");
  const asTyped = new Date("2026-03-01T12:00");
  expect(zoneHint("2026-03-01T12:00", "Asia/Kolkata")).toBe(
    `In Asia/Kolkata (UTC+5:30): ${formatUtc(asTyped)}.`,
  );
  expect(zoneHint("", "Asia/Kolkata")).toBe("In Asia/Kolkata (UTC+5:30).");
});
