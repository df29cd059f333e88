import { CircleX } from "lucide-react";
import { describeProblem } from "@/api/problem";
import { Button } from "@/components/ui/button";

type ProblemNoteProps = { error: unknown; doing: string; stillWorks?: string; onRetry?: () => void };

/** What happened, what still works, and what to do. */
export function ProblemNote({ error, doing, stillWorks, onRetry }: ProblemNoteProps) {
  const { title, advice } = describeProblem(error);
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-bad/50 bg-bad-wash p-3 text-sm">
      <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 flex-1 space-y-1 wrap-anywhere">
        <p className="font-medium">
          {doing} failed: {title}
        </p>
        <p className="text-soft">
          {stillWorks && `${stillWorks} `}
          {advice}
        </p>
        {onRetry && (
          <Button size="sm" onClick={onRetry} className="mt-1">
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
