import { expect, it } from "vitest";
import { holdOrder } from "@/lib/held-order";

const rows = (...ids: string[]) => ids.map((id) => ({ id, at: "now" }));
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);

it("rows keep their places while newer ones wait above them", () => {
  const held = holdOrder(["B", "A"], rows("C", "A", "B"));
  expect(ids(held.rows)).toEqual(["B", "A"]);
  expect(held.waiting).toBe(1);
});

it("a further page follows what is shown and does not wait", () => {
  const held = holdOrder(["C", "B"], rows("D", "C", "B", "A"));
  expect(ids(held.rows)).toEqual(["C", "B", "A"]);
  expect(held.waiting).toBe(1);
});

it("an empty list shows what comes first at once, and a row that is gone goes", () => {
  expect(holdOrder([], rows("A"))).toEqual({ rows: rows("A"), waiting: 0 });
  expect(ids(holdOrder(["B", "A"], rows("A")).rows)).toEqual(["A"]);
});
