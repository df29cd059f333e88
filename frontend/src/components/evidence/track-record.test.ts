import { expect, it } from "vitest";
import { trackRecordText } from "@/components/evidence/track-record";

const RECORD = { seen: 4, fixed: 3, mitigated: 0, did_not_help: 1, median_time_to_fix_s: 1_080 };

it("says in one line how a resolution has fared", () =>
  expect(trackRecordText(RECORD)).toBe(
    "Seen 4 times · fixed the same way 3 times · did not help once · median 18m to fix",
  ));

it("leaves out what never happened", () =>
  expect(
    trackRecordText({ seen: 1, fixed: 1, mitigated: 0, did_not_help: 0, median_time_to_fix_s: null }),
  ).toBe("Seen once · fixed it once"));

it("never calls a mitigation a fix", () =>
  expect(trackRecordText({ ...RECORD, fixed: 0, mitigated: 2, median_time_to_fix_s: null })).toBe(
    "Seen 4 times · mitigated twice · did not help once",
  ));
