import { expect, it } from "vitest";
import type { Source } from "@/api/types";
import { groupSources } from "@/features/integrations/source-groups";

const source = (name: string, aliases: string[] = []): Source => ({
  name,
  label: name,
  aliases,
  confirmed: true,
  takes_mapping: false,
  mapping: null,
  documentation: null,
  signature: null,
});
const SOURCES = [
  source("alertmanager", ["prometheus"]),
  source("azure"),
  source("brand-new"),
  source("generic"),
];

it("a source is found by its alias, and generic JSON is offered beside whatever was searched for", () => {
  const found = groupSources(SOURCES, "prometh");
  expect(found.map(({ sources }) => sources.map(({ name }) => name))).toEqual([
    ["alertmanager"],
    ["generic"],
  ]);
});

it("a source that has no group yet is still listed", () => {
  expect(groupSources(SOURCES, "").find(({ name }) => name === "Others")?.sources[0]?.name).toBe("brand-new");
});
