import { useMutation } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { type ExportFormat, exportAddress, fetchExport } from "@/api/postmortems";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNote } from "@/components/ui/problem-note";

const FORMATS: readonly [format: ExportFormat, label: string, ending: string][] = [
  ["markdown", "Markdown", "md"],
  ["html", "HTML", "html"],
  ["pdf", "PDF", "pdf"],
];

/** The postmortem as a file, with the names taken out where that is wanted. */
export function ExportDialog({ incidentId, onClose }: { incidentId: string; onClose: () => void }) {
  const [redact, setRedact] = useState(false);
  const fetching = useMutation({
    mutationFn: (format: ExportFormat) => fetchExport(incidentId, format, redact),
    onSuccess: (file, format) => {
      const ending = FORMATS.find(([name]) => name === format)?.[2] ?? "txt";
      saveFile(file, `postmortem-${incidentId}.${ending}`);
    },
  });
  return (
    <Dialog open onOpenChange={onClose} title="Export" description="The same content in each format.">
      <div className="space-y-4">
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            checked={redact}
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
          {FORMATS.map(([format, label]) => (
            <Button
              key={format}
              busy={fetching.isPending && fetching.variables === format}
              disabled={fetching.isPending}
              onClick={() => fetching.mutate(format)}
            >
              <Download aria-hidden /> {label}
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
        {fetching.error && <ProblemNote error={fetching.error} doing="Exporting" />}
      </div>
    </Dialog>
  );
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
