import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/tokens.css", "utf8");

function tokensOf(theme: "dark" | "light"): Map<string, string> {
  const block = css.split(`[data-theme="${theme}"] {`)[1]?.split("}")[0] ?? "";
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? "", m[2] ?? ""]));
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const text = ["ink", "soft", "muted", "accent", "sev1", "sev2", "sev3", "sev4", "good", "warn", "bad"];
const grounds = ["page", "surface", "raised", "accent-wash", "good-wash", "warn-wash", "bad-wash"];

const doc = readFileSync("../docs/design-language.md", "utf8");

/** Rounded down, so that a figure never promises more than there is. */
function figure(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1);
}

describe.each(["dark", "light"] as const)("%s theme", (theme) => {
  const tokens = tokensOf(theme);
  const measure = (a: string, b: string) => contrast(tokens.get(a) ?? "#000000", tokens.get(b) ?? "#000000");

  it.each(text.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)))(
    "%s on %s reads at 4.5:1 or better",
    (ink, ground) => expect(measure(ink, ground)).toBeGreaterThanOrEqual(4.5),
  );

  it.each(text)("%s is described with what is measured", (ink) => {
    const row = `| \`${ink}\` | \`${tokens.get(ink)}\` | ${grounds.map((ground) => figure(measure(ink, ground))).join(" | ")} |`;
    expect(doc).toContain(row);
  });

  it("grounds and edges are described with what is measured", () => {
    for (const ground of grounds) expect(doc).toContain(`\`${ground}\` ${tokens.get(ground)}`);
    const edges = ["page", "surface", "raised"].map((ground) => figure(measure("edge", ground))).join(", ");
    expect(doc).toContain(`\`edge\` ${tokens.get("edge")} (${edges} to 1 on page, surface and raised)`);
  });

  it("writes on the accent at 4.5:1 or better", () =>
    expect(measure("on-accent", "accent-solid")).toBeGreaterThanOrEqual(4.5));

  it.each(["page", "surface", "raised"])("draws control edges on %s at 3:1 or better", (ground) =>
    expect(measure("edge", ground)).toBeGreaterThanOrEqual(3),
  );
});

describe("the design language", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((name) => ({ name, text: readFileSync(`src/${name}`, "utf8") }));

  it("tells of every component that every screen may use", () => {
    const names = sources
      .filter(({ name }) => name.startsWith("components/ui/"))
      .flatMap(({ text }) => [...text.matchAll(/^export (?:default )?function (\w+)/gm)])
      .map((match) => match[1] ?? "")
      .filter((name) => /^[A-Z]/.test(name));
    expect(names.filter((name) => !doc.includes(`\`${name}\``))).toEqual([]);
  });

  it("is kept: no screen uses a size of type that the scale does not have", () => {
    const sizes = /\btext-(?:lg|[3-9]xl|\[\d)/;
    expect(sources.filter(({ text }) => sizes.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it("is kept: no screen has a colour of its own", () => {
    const colours = /#[0-9a-f]{6}\b|\brgb\(|\b(?:bg|text|border)-(?:red|green|blue|gray|zinc|amber)-\d/i;
    expect(sources.filter(({ text }) => colours.test(text)).map(({ name }) => name)).toEqual([]);
  });
});
