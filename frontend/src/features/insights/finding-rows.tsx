import type { Finding } from "@/api/types";
import { CountLink } from "@/features/insights/count-link";

/** How many rows a finding counted, as a link to them. */
export function FindingRows({ finding }: { finding: Finding }) {
  const isAlert = finding.alert_ids.length > 0;
  const fired = finding.numbers.find(({ name }) => name === "fired")?.value ?? 0;
  const count = isAlert ? fired : finding.incidents;
  const one = isAlert ? "firing" : "incident";
  return <CountLink said count={count} rows={finding.rows} what={`${one}s`} one={one} />;
}
