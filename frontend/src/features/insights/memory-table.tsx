import type { MemoryAtWork, Share, Spread } from "@/api/types";
import { CountLink } from "@/features/insights/count-link";
import { Cell, DataTable, NumberCell, RowHead } from "@/features/insights/data-table";
import { formatShare } from "@/lib/numbers";
import { formatDuration } from "@/lib/time";

export const RECALLS: Record<Exclude<keyof MemoryAtWork["investigations"], "hit_rate">, string> = {
  ok: "ok: at least one memory survived verification",
  empty: "empty: nothing like it was learned before",
  unavailable: "unavailable: memory did not answer",
  unfinished: "unfinished: ended before memory answered",
};

export const EVIDENCE: Record<keyof MemoryAtWork["evidence"], string> = {
  shown: "Incidents that were shown evidence",
  confirmed: "Resolved the same way as an earlier one",
  confirmed_shown: "… and had been shown that evidence",
  did_not_help: "A known resolution did not help",
  did_not_help_shown: "… and had been shown as evidence",
  marked_helped: "Evidence marked as helpful",
  marked_did_not_help: "Evidence marked as no help",
  marked_wrong: "Evidence marked as wrong",
};

export const LEARNINGS: Record<keyof MemoryAtWork["learnings"], string> = {
  ready: "Remembered: a recall brings it back",
  waiting: "Waiting on the way into memory",
  failed: "Failed, and can be tried again",
  confirming: "Confirms an earlier learning",
  forgotten: "Forgotten on purpose",
  none: "No document of it",
};

/** Everything that the section draws, as numbers. */
export function MemoryTable({ memory }: { memory: MemoryAtWork }) {
  return (
    <DataTable
      caption="Memory at work"
      columns={[{ name: "Number" }, { name: "Group" }, { name: "Value", end: true }]}
    >
      <Shares group="Investigations" labels={RECALLS} shares={memory.investigations} />
      <tr>
        <RowHead className="min-w-36 font-normal">Hit rate</RowHead>
        <Cell className="text-soft">Investigations</Cell>
        <NumberCell>{formatShare(memory.investigations.hit_rate)}</NumberCell>
      </tr>
      <Shares group="Evidence" labels={EVIDENCE} shares={memory.evidence} />
      <Shares group="Learnings" labels={LEARNINGS} shares={memory.learnings} />
      <Times group="With evidence" spread={memory.with_evidence} rows={memory.with_evidence_rows} />
      <Times group="Without evidence" spread={memory.without_evidence} rows={memory.without_evidence_rows} />
    </DataTable>
  );
}

type SharesProps<K extends string> = {
  group: string;
  labels: Record<K, string>;
  shares: Record<K, Share>;
};

function Shares<K extends string>({ group, labels, shares }: SharesProps<K>) {
  return (Object.keys(labels) as K[]).map((name) => (
    <tr key={name}>
      <RowHead className="min-w-36 font-normal">{labels[name]}</RowHead>
      <Cell className="text-soft">{group}</Cell>
      <NumberCell>
        <CountLink {...shares[name]} what={labels[name]} />
      </NumberCell>
    </tr>
  ));
}

function Times({ group, spread, rows }: { group: string; spread: Spread; rows: string }) {
  const told = (seconds: number | null) => (seconds === null ? "too few" : formatDuration(seconds));
  return (
    <>
      <tr>
        <RowHead className="min-w-36 font-normal">Resolved incidents</RowHead>
        <Cell className="text-soft">{group}</Cell>
        <NumberCell>
          <CountLink count={spread.n} rows={rows} what={`resolved, ${group.toLowerCase()}`} />
        </NumberCell>
      </tr>
      <tr>
        <RowHead className="min-w-36 font-normal">Time to resolve, median</RowHead>
        <Cell className="text-soft">{group}</Cell>
        <NumberCell>{told(spread.median_s)}</NumberCell>
      </tr>
      <tr>
        <RowHead className="min-w-36 font-normal">Time to resolve, p90</RowHead>
        <Cell className="text-soft">{group}</Cell>
        <NumberCell>{told(spread.p90_s)}</NumberCell>
      </tr>
    </>
  );
}
