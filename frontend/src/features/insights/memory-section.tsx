import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { csvAddress, type InsightsPeriod, memoryAtWorkQuery } from "@/api/insights";
import type { MemoryAtWork, Share, Spread } from "@/api/types";
import { Disclosure } from "@/components/ui/disclosure";
import { Skeleton } from "@/components/ui/skeleton";
import { BinAxis, BoxKey, BoxPlot } from "@/features/insights/box-plot";
import { CountLink } from "@/features/insights/count-link";
import { SampleMark } from "@/features/insights/marks";
import { EVIDENCE, LEARNINGS, MemoryTable, RECALLS } from "@/features/insights/memory-table";
import { rowsSearchOf } from "@/features/insights/rows-search";
import { Section } from "@/features/insights/section";
import { SpreadWords } from "@/features/insights/spread-words";
import { type Look, StackedBar, Swatch } from "@/features/insights/stacked-bar";
import { formatShare } from "@/lib/numbers";

/** What memory gave, what people said of it, and what it has yet to learn. */
export function MemorySection({ period }: { period: InsightsPeriod }) {
  const result = useQuery(memoryAtWorkQuery(period));
  return (
    <Section
      id="memory"
      title="Memory at work"
      csv={csvAddress("memory", period)}
      result={result}
      skeleton={<Skeleton className="m-4 h-72" />}
      empty="No incident of this range was investigated or resolved."
      isEmpty={isEmpty}
    >
      {(memory) => (
        <div className="space-y-4 p-4">
          <SampleMark count={memory.samples} />
          <div className="grid gap-6 lg:grid-cols-3">
            <HitRate memory={memory} />
            <Counts title="What people said of evidence" labels={EVIDENCE} shares={memory.evidence} />
            <Counts title="Learnings of resolved incidents" labels={LEARNINGS} shares={memory.learnings} />
          </div>
          <WithAndWithout memory={memory} />
          <Disclosure summary="As a table">
            <MemoryTable memory={memory} />
          </Disclosure>
        </div>
      )}
    </Section>
  );
}

function isEmpty({ investigations, learnings, with_evidence, without_evidence }: MemoryAtWork): boolean {
  const { hit_rate: _, ...recalls } = investigations;
  const counts = [...Object.values(recalls), ...Object.values(learnings)].map(({ count }) => count);
  return counts.every((count) => count === 0) && with_evidence.n + without_evidence.n === 0;
}

const LOOKS: Record<keyof typeof RECALLS, Look> = {
  ok: "solid",
  empty: "outline",
  unavailable: "hatched",
  unfinished: "dotted",
};

/** How often memory had something, apart from how often it could not be asked. */
function HitRate({ memory }: { memory: MemoryAtWork }) {
  const { hit_rate, ...recalls } = memory.investigations;
  const states = Object.keys(RECALLS) as (keyof typeof RECALLS)[];
  const parts = states.map((state) => ({ word: state, count: recalls[state].count, look: LOOKS[state] }));
  const all = Math.max(1, ...[parts.reduce((sum, { count }) => sum + count, 0)]);
  return (
    <div className="min-w-0 space-y-2">
      <h3 className="font-medium">Investigations that got evidence</h3>
      <p className="tabular">
        <span className="text-2xl font-semibold">{formatShare(hit_rate)}</span>{" "}
        <span className="text-xs text-muted">of those where memory answered</span>
      </p>
      <StackedBar parts={parts} most={all} className="h-3" />
      <ul className="space-y-1 text-sm">
        {states.map((state) => (
          <li key={state} className="flex items-center gap-2">
            <Swatch look={LOOKS[state]} />
            <span className="min-w-0 flex-1 text-soft">{RECALLS[state]}</span>
            <CountLink
              {...recalls[state]}
              what={`investigations, ${state}`}
              one={`investigation, ${state}`}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type CountsProps<K extends string> = {
  title: string;
  labels: Record<K, string>;
  shares: Record<K, Share>;
};

function Counts<K extends string>({ title, labels, shares }: CountsProps<K>) {
  return (
    <div className="min-w-0 space-y-2">
      <h3 className="font-medium">{title}</h3>
      <ul className="space-y-1 text-sm">
        {(Object.keys(labels) as K[]).map((name) => (
          <li key={name} className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 text-soft">{labels[name]}</span>
            <CountLink {...shares[name]} what={labels[name]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where the boxes' axis has its marks, in seconds. */
const EDGES = [0, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 259_200, 604_800];

function WithAndWithout({ memory }: { memory: MemoryAtWork }) {
  return (
    <div className="space-y-2 border-t border-line pt-4">
      <h3 className="font-medium">Time to resolve, with evidence and without</h3>
      <p className="flex max-w-[75ch] items-start gap-1.5 text-xs text-warn">
        <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
        {memory.warning}
      </p>
      <Compared name="With evidence" spread={memory.with_evidence} rows={memory.with_evidence_rows} />
      <Compared
        name="Without evidence"
        spread={memory.without_evidence}
        rows={memory.without_evidence_rows}
      />
      <div className="grid gap-x-3 md:grid-cols-[20rem_minmax(0,1fr)]">
        <span />
        <BinAxis edges={EDGES} />
      </div>
      <BoxKey />
    </div>
  );
}

function Compared({ name, spread, rows }: { name: string; spread: Spread; rows: string }) {
  return (
    <div className="grid items-center gap-x-3 gap-y-1 md:grid-cols-[20rem_minmax(0,1fr)]">
      <p className="tabular text-sm">
        <span className="block text-soft">{name}</span>
        <SpreadWords spread={spread} rows={rowsSearchOf(rows)} />
      </p>
      <BoxPlot spread={spread} edges={EDGES} />
    </div>
  );
}
