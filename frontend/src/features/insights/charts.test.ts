import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Hold } from "@/api/types";
import { holdWords } from "@/features/insights/holds";
import { formatNumber } from "@/features/insights/labels";
import { boxOf, percent, placeOf } from "@/features/insights/spread-geometry";
import { busiest, HEAT, heatRange, heatStep, hourWords } from "@/features/insights/week";
import { formatChange, formatShare } from "@/lib/numbers";

describe("the heat map", () => {
  it("fills nothing for none, the least for one, and all for the most", () => {
    expect([0, 1, 5, 10].map((count) => heatStep(count, 10))).toEqual([null, 0, 2, 4]);
    expect(heatStep(1, 1)).toBe(4);
  });

  it.each([1, 3, 5, 9, 40])("has a scale in which each count up to %i stands once", (most) => {
    const stepped = Array.from({ length: most }, (_, count) => heatStep(count + 1, most));
    const scaled = HEAT.flatMap((_, step) => {
      const range = heatRange(step, most);
      return range ? Array.from({ length: range[1] - range[0] + 1 }, () => step) : [];
    });
    expect(scaled).toEqual(stepped);
  });

  it("names the busiest hours first and leaves quiet ones out", () => {
    const hour = (weekday: number, at: number, incidents: number) =>
      ({ weekday, hour: at, incidents, samples: 0, rows: "" }) as const;
    const top = busiest([hour(1, 8, 2), hour(5, 16, 7), hour(7, 3, 0)], 3);
    expect(top.map(hourWords)).toEqual(["Fri 16–17", "Mon 08–09"]);
  });

  it.each(["dark", "light"])("is written on at 4.5:1 or better in the %s theme", (theme) => {
    const css =
      readFileSync("src/tokens.css", "utf8").split(`[data-theme="${theme}"] {`)[1]?.split("}")[0] ?? "";
    const token = (name: string) => channels(css.match(new RegExp(`--${name}: (#[0-9a-f]{6});`))?.[1] ?? "");
    for (const { share, ink } of HEAT) {
      const ground = token("surface").map((value, at) => {
        const solid = token("accent-solid")[at] ?? 0;
        return value + ((solid - value) * share) / 100;
      });
      expect(contrast(token(ink), ground), `${share} %`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function contrast(a: number[], b: number[]): number {
  const luminance = (rgb: number[]) => {
    const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe("a distribution", () => {
  const edges = [0, 60, 300, 900];

  it("puts a value where its bin is", () => {
    expect([0, 30, 60, 180, 900].map((seconds) => placeOf(seconds, edges))).toEqual([
      0, 0.125, 0.25, 0.375, 0.75,
    ]);
  });

  it("keeps what is beyond the last bin on the axis", () => expect(placeOf(1e9, edges)).toBe(1));

  it("draws nothing that too few values cannot say", () => {
    const few = {
      n: 3,
      median_s: 60,
      p25_s: null,
      p75_s: null,
      p90_s: null,
      least_s: 30,
      most_s: 300,
      small: true,
    };
    expect(boxOf(few, edges)).toEqual({
      median: 0.25,
      from: null,
      to: null,
      p90: null,
      least: 0.125,
      most: 0.5,
    });
    expect(percent(0.12345)).toBe("12.35%");
  });
});

describe("how long fixes held", () => {
  const hold = (given: Partial<Hold>): Hold => ({
    incident_id: "INC-1",
    outcome: "fixed",
    resolved_at: "2026-11-01T00:00:00.000Z",
    held_s: 3_600,
    holding: false,
    next_incident_id: "INC-2",
    sample: false,
    ...given,
  });

  it("says which ended and which is only known to have held so far", () =>
    expect(holdWords([hold({ holding: true, held_s: 60 }), hold({}), hold({ held_s: 7_200 })])).toBe(
      "2 fixes did not last, the longest 2h; one holding for 1m so far",
    ));

  it("says nothing of fixes that did not last where none ended", () =>
    expect(holdWords([hold({ holding: true, held_s: 86_400 })])).toBe("one holding for 1d so far"));
});

it("numbers read as people say them", () => {
  expect(formatChange(3, 5)).toBe("−2");
  expect(formatChange(1_500, 0)).toBe("+1,500");
  expect(formatShare(null)).toBe("–");
  expect(formatNumber({ name: "rate_ratio", value: 4.03, unit: "share" })).toBe("4.0×");
  expect(formatNumber({ name: "chance", value: 0.0001, unit: "probability" })).toBe("below 0.1 %");
  expect(formatNumber({ name: "usual", value: 5_400, unit: "seconds" })).toBe("1h 30m");
});
