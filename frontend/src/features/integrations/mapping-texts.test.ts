import { expect, it } from "vitest";
import { draftOf } from "@/features/integrations/mapping-draft";
import { draftFrom, textsOf } from "@/features/integrations/mapping-texts";

it("a mapping that is kept as text comes out as it was, whatever its words hold", () => {
  const given = draftOf({ title: "name", status_words: { "is = broken": "firing", ok: "resolved" } });
  const back = draftFrom(textsOf(given));
  expect(back.expressions.title).toBe("name");
  expect(back.statusWords).toEqual(given.statusWords);
  expect(back.severityWords).toEqual([]);
});
