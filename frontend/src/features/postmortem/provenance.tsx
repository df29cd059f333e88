import { Bot, FileText, PenLine } from "lucide-react";
import type { PostmortemVersion, WrittenWords } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { Timestamp } from "@/components/ui/timestamp";

const ICONS = { person: PenLine, template: FileText, model: Bot } as const;

/** Where a section's words come from. */
export function Provenance({ written }: { written: WrittenWords | PostmortemVersion }) {
  const Icon = ICONS[written.source];
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-xs text-muted">
      <Icon className="size-3.5 shrink-0" aria-hidden />
      <span>
        {written.source === "person" && (
          <>
            Written by <span dir="auto">{written.by}</span>
          </>
        )}
        {written.source === "template" && "Drafted from the record by a template"}
        {written.source === "model" && (
          <>
            Drafted by <span dir="auto">{written.model ?? "a model"}</span>, unchecked by a person
          </>
        )}
      </span>
      <span aria-hidden>·</span>
      <Timestamp at={written.at} />
    </p>
  );
}

/** What a draft leans on: cited past incidents, each with its words, and entries of the timeline. */
export function Grounds({ written, onEntry }: { written: WrittenWords; onEntry: (id: string) => void }) {
  if (written.citations.length === 0 && written.entries.length === 0) return null;
  return (
    <ul aria-label="What this leans on" className="space-y-1 text-xs text-soft">
      {written.citations.map((citation) => (
        <li key={`${citation.incident_id} ${citation.quote}`} className="border-l-2 border-accent/60 pl-2">
          From memory: <IncidentLink id={citation.incident_id} />{" "}
          <q dir="auto" className="wrap-anywhere">
            {citation.quote}
          </q>
        </li>
      ))}
      {written.entries.length > 0 && (
        <li className="flex flex-wrap items-center gap-1">
          From the timeline:
          {written.entries.map((id, at) => (
            <button
              key={id}
              type="button"
              onClick={() => onEntry(id)}
              className="min-h-6 rounded-sm border border-edge/50 px-1.5 hover:bg-raised"
            >
              <span className="sr-only">timeline entry </span>
              {at + 1}
            </button>
          ))}
        </li>
      )}
    </ul>
  );
}
