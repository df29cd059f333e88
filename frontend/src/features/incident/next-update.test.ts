import { expect, it } from "vitest";
import { dueOf, inMinutes } from "@/features/incident/next-update";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const AT = (minutes: number) => inMinutes(minutes, NOW);

it("says when the next update is due", () => {
  expect(dueOf(AT(30), NOW)).toEqual({ state: "due", words: "Due in 30m" });
  expect(dueOf(AT(90), NOW)).toEqual({ state: "due", words: "Due in 1h 30m" });
});

it("says that it is near", () => {
  expect(dueOf(AT(5), NOW)).toEqual({ state: "soon", words: "Due in 5m" });
  expect(dueOf(AT(0.5), NOW)).toEqual({ state: "soon", words: "Due now" });
});

it("says in words that it is overdue, and by how much", () => {
  expect(dueOf(AT(-4), NOW)).toEqual({ state: "overdue", words: "Overdue by 4m" });
  expect(dueOf(AT(-0.5), NOW)).toEqual({ state: "overdue", words: "Overdue by 30s" });
  expect(dueOf(AT(-1_500), NOW)).toEqual({ state: "overdue", words: "Overdue by 1d 1h" });
});

it("promises nothing when nothing is promised", () =>
  expect(dueOf(null, NOW)).toEqual({ state: "none", words: "None promised" }));
