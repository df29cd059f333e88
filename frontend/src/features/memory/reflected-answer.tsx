import { Cpu, TriangleAlert } from "lucide-react";
import { CitationChip } from "@/components/evidence/citations";
import { Markdown, type Marks } from "@/components/ui/markdown";
import { counted } from "@/lib/text";

type ReflectedAnswerProps = { text: string; basedOn: readonly string[]; unsupported: readonly string[] };

/** A model's prose: what it is based on are chips, an id that nobody gave it is marked and leads nowhere. */
export function ReflectedAnswer({ text, basedOn, unsupported }: ReflectedAnswerProps) {
  const marks: Marks = Object.fromEntries([
    ...basedOn.map((id) => [id, <CitationChip key={id} incidentId={id} />] as const),
    ...unsupported.map((id) => [id, <Unsupported key={id} id={id} />] as const),
  ]);
  return (
    <article
      aria-label="Analysis"
      className="analysis rounded-lg border-2 border-dashed border-edge/70 bg-page"
    >
      <p className="flex items-center gap-1.5 px-4 pt-3 text-xs font-semibold text-soft">
        <Cpu className="size-4" aria-hidden /> Hindsight's model
      </p>
      <div className="space-y-3 px-4 py-3">
        {unsupported.length > 0 && (
          <p className="flex items-start gap-2 text-sm text-warn">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span>
              {counted(unsupported.length, "reference is", "references are")} not among the memories it was
              given: {unsupported.join(", ")}. Do not trust what is said of{" "}
              {unsupported.length === 1 ? "it" : "them"}.
            </span>
          </p>
        )}
        <Markdown text={text} marks={marks} />
      </div>
      <p className="border-t border-dashed border-edge/50 px-4 py-2 text-xs text-muted">
        A model's words about memories. You decide; nothing acts on production by itself.
      </p>
    </article>
  );
}

function Unsupported({ id }: { id: string }) {
  return (
    <span
      title="Not among the memories it was given"
      className="mx-0.5 rounded-sm border border-dashed border-warn px-1 font-mono text-xs text-warn"
    >
      {id}
      <span className="sr-only"> (not among the memories it was given)</span>
      <span aria-hidden> ?</span>
    </span>
  );
}
