import { CircleCheck, Download, Loader2, Printer } from "lucide-react";
import { useState } from "react";
import { type ExportFormat, exportAddress } from "@/api/postmortems";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNote } from "@/components/ui/problem-note";
import { useExport } from "@/features/postmortem/use-export";
import { FORMATS } from "@/features/postmortem/words";
import { formatDuration, useNow } from "@/lib/time";

const ORDER: readonly ExportFormat[] = ["markdown", "html", "pdf"];

/** The postmortem as a file, with the names taken out where that is wanted. */
export function ExportDialog({ incidentId, onClose }: { incidentId: string; onClose: () => void }) {
  const [redact, setRedact] = useState(false);
  const fetching = useExport(incidentId, redact);
  const { variables: format, isPending } = fetching;
  return (
    <Dialog open onOpenChange={onClose} title="Export" description="The same content in each format.">
      <div className="space-y-4">
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            checked={redact}
            disabled={isPending}
            onChange={(event) => setRedact(event.target.checked)}
            className="mt-0.5 size-4 accent-(--accent-solid)"
          />
          <span>
            Redact names
            <span className="block text-xs text-muted">
              Names that the record knows become Person A, Person B, shared first names “somebody”; addresses,
              pictures and links that hold a name go. Others may remain: read it before sending.
            </span>
          </span>
        </label>
        <div className="flex flex-wrap gap-2">
          {ORDER.map((one) => (
            <Button
              key={one}
              busy={isPending && format === one}
              disabled={isPending}
              onClick={() => fetching.mutate(one)}
            >
              {!(isPending && format === one) && <Download aria-hidden />} {FORMATS[one].word}
            </Button>
          ))}
          <a
            className={buttonClass()}
            href={exportAddress(incidentId, "html", redact, true)}
            target="_blank"
            rel="noreferrer"
          >
            <Printer aria-hidden /> Open to print
          </a>
        </div>
        {isPending && format && <Preparing key={fetching.submittedAt} format={format} />}
        {fetching.isSuccess && format && (
          <p className="flex items-center gap-2 text-sm text-soft">
            <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />
            The {FORMATS[format].word} is ready and saved.
          </p>
        )}
        {fetching.error && format && (
          <ProblemNote
            error={fetching.error}
            doing={`Making the ${FORMATS[format].word}`}
            stillWorks={
              format === "pdf"
                ? "The other formats still work; “Open to print” makes a PDF in your browser."
                : "Nothing was changed."
            }
            onRetry={() => fetching.mutate(format)}
          />
        )}
      </div>
    </Dialog>
  );
}

function Preparing({ format }: { format: ExportFormat }) {
  const [began] = useState(() => Date.now());
  const now = useNow(1_000);
  return (
    <p className="flex items-start gap-2 text-sm">
      <Loader2 className="mt-0.5 size-4 shrink-0 animate-spin text-muted" aria-hidden />
      <span>
        Preparing the {FORMATS[format].word}…{" "}
        <span className="tabular text-muted">{formatDuration((now - began) / 1_000)}</span>
        {format === "pdf" && (
          <span className="block text-xs text-muted">
            Setting its pages may take a quarter of a minute. You can close this: it is saved when it is
            ready.
          </span>
        )}
      </span>
    </p>
  );
}
