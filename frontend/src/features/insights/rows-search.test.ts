import { expect, it } from "vitest";
import { rowsNarrowed, rowsSearchOf, rowsTitle } from "@/features/insights/rows-search";

const ROWS = "/api/v1/insights/rows?from=2026-09-02&to=2026-11-30";

it("an API's path of rows becomes the same question to the console", () => {
  const search = rowsSearchOf(
    `${ROWS}&service=a&service=b%20c&of=hour&weekday=2&hour=0&zone=Europe%2FBerlin&samples=false`,
  );
  expect(search).toEqual({
    of: "hour",
    from: "2026-09-02",
    to: "2026-11-30",
    service: ["a", "b c"],
    weekday: 2,
    hour: 0,
    zone: "Europe/Berlin",
    samples: false,
  });
  expect(rowsTitle(search)).toBe("Incidents declared on Tuesdays from 0:00 to 1:00 (Europe/Berlin)");
});

it("says which bin of a distribution it lists", () => {
  const search = rowsSearchOf(`${ROWS}&measure=resolve&of=time&at_least=300.0&below=900.0`);
  expect(rowsTitle(search)).toBe("Incidents by time to resolve");
  expect(rowsNarrowed(search)).toEqual(["5m or more", "less than 15m"]);
});

it("asks nothing of the server where nothing is named", () => {
  expect(rowsSearchOf("/api/v1/insights/rows?of=secrets").of).toBeUndefined();
  expect(rowsTitle({})).toBe("Nothing was asked for");
});
