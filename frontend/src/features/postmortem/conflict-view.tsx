import { GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DiffText } from "@/components/ui/diff-text";
import { TextArea } from "@/components/ui/field";
import type { Conflict } from "@/features/postmortem/section-draft";

type ConflictViewProps = {
  title: string;
  mine: string;
  conflict: Conflict;
  onSettle: (text: string) => void;
  onTakeTheirs: () => void;
};

/** Both versions of a section that two people wrote, and what to do about it. Nothing of either is lost. */
export function ConflictView({ title, mine, conflict, onSettle, onTakeTheirs }: ConflictViewProps) {
  const [merged, setMerged] = useState<string | null>(null);
  const by = conflict.theirs.by ?? "Somebody";
  return (
    <div role="alert" className="space-y-3 rounded-md border border-warn/60 bg-warn-wash p-3 text-sm">
      <p className="flex items-start gap-2 font-medium">
        <GitCompareArrows className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        <span>
          <span dir="auto">{by}</span> saved “{title}” while you were writing. Nothing of either is lost.
        </span>
      </p>
      {merged === null ? (
        <>
          <div className="grid gap-3 md:grid-cols-2">
            <Version whose="Theirs, saved" text={conflict.theirs.text} base={conflict.base} />
            <Version whose="Yours, not saved yet" text={mine} base={conflict.base} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setMerged(mine)}>
              Merge by hand
            </Button>
            <Button size="sm" onClick={() => onSettle(mine)}>
              Save mine over theirs
            </Button>
            <Button size="sm" onClick={onTakeTheirs}>
              Take theirs
            </Button>
          </div>
        </>
      ) : (
        <>
          <div className="grid gap-3 md:grid-cols-2">
            <Version whose="Theirs, saved" text={conflict.theirs.text} base={null} />
            <div className="min-w-0 space-y-1">
              <p aria-hidden className="text-xs font-medium text-soft">
                Merged, to be saved
              </p>
              <TextArea
                aria-label={`${title}, merged`}
                rows={8}
                value={merged}
                onChange={(event) => setMerged(event.target.value)}
              />
            </div>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onSettle(merged)}>
              Save merged
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setMerged(null)}>
              Back to both
            </Button>
          </div>
        </>
      )}
      <p className="text-xs text-soft">
        Every saved version stays in the section's history, whatever you choose.
      </p>
    </div>
  );
}

function Version({ whose, text, base }: { whose: string; text: string; base: string | null }) {
  return (
    <div className="min-w-0 space-y-1">
      <p className="text-xs font-medium text-soft">{whose}</p>
      <DiffText label={whose} before={base ?? text} after={text} reads className="max-h-96!" />
    </div>
  );
}
