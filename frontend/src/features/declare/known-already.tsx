import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { seenBeforeQuery } from "@/api/incidents";
import { recallQuery } from "@/api/memory";
import type { RecallResponse } from "@/api/types";
import { EvidenceList } from "@/components/evidence/evidence-list";
import { MemoryBanner } from "@/components/evidence/memory-banner";
import { RepeatNote } from "@/components/evidence/repeat-note";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import type { DeclareValues } from "@/features/declare/declare-draft";
import { useDebounced } from "@/lib/use-debounced";

const PAUSE_MS = 600;
const ENOUGH = 12;

/** What the record and memory already know of it, while it is being typed. */
export function KnownAlready({ values }: { values: DeclareValues }) {
  const [service, error, symptoms] = useDebounced(
    [values.service.trim(), values.error.trim(), values.symptoms.trim()].join("\u0000"),
    PAUSE_MS,
  ).split("\u0000") as [string, string, string];
  const text = [service, error, symptoms].filter(Boolean).join(". ").slice(0, 3_900);
  const canRecall = error.length + symptoms.length >= ENOUGH;
  const seen = useQuery(seenBeforeQuery(service, error));
  const recall = useQuery(recallQuery(canRecall ? { query: text } : null));

  return (
    <section aria-labelledby="known-already" className="min-w-0 space-y-4 xl:border-l xl:border-line xl:pl-6">
      <h2 id="known-already" className="text-base font-semibold">
        Seen before?
      </h2>
      <div aria-live="polite" className="space-y-4">
        {seen.data?.repeat && <RepeatNote repeat={seen.data.repeat} />}
        {!canRecall ? (
          <EmptyState icon={Archive} title="Type an error or symptoms">
            What the team has learned from similar incidents appears here as soon as you pause.
          </EmptyState>
        ) : (
          <>
            {recall.isFetching && !recall.data && <p className="text-sm text-muted">Asking memory…</p>}
            {recall.error && (
              <ProblemNote
                error={recall.error}
                doing="Asking memory"
                stillWorks="Declaring works without it."
              />
            )}
            {recall.data && <Preview recall={recall.data} at={recall.dataUpdatedAt} />}
          </>
        )}
      </div>
    </section>
  );
}

function Preview({ recall, at }: { recall: RecallResponse; at: number }) {
  const strong = recall.similar_historical_incidents.filter(({ match }) => match === "strong");
  return (
    <>
      <MemoryBanner
        status={recall.memory_status}
        memory={recall.memory}
        matches={recall.similar_historical_incidents}
        at={new Date(at).toISOString()}
      />
      <EvidenceList evidence={strong.slice(0, 3)} />
    </>
  );
}
