import { Repeat2 } from "lucide-react";
import type { Repeat } from "@/api/types";
import { SampleBadge } from "@/components/incident/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { Disclosure } from "@/components/ui/disclosure";
import { SourceText } from "@/components/ui/source-text";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

/**
 * The record's own knowledge that this exact error was seen before; plain, because it is not memory.
 * `current` says that the incident asked about is itself among the occurrences.
 */
export function RepeatNote({ repeat, current }: { repeat: Repeat; current?: boolean }) {
  const fix = repeat.verified_resolution;
  const times = current ? repeat.occurrences - 1 : repeat.occurrences;
  return (
    <section
      aria-label="From the record"
      className="rounded-md border border-edge/60 bg-surface px-4 py-3 text-sm"
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="inline-flex items-center gap-1 text-xs font-semibold text-soft">
          <Repeat2 className="size-4" aria-hidden /> From the record
        </span>
        <span>
          This exact error, in this service, was seen {counted(times, "time")} before;{" "}
          <IncidentLink id={repeat.last_incident_id} /> was the last
          {!current && (
            <>
              , <Timestamp at={repeat.last_seen_at} form="both" />
            </>
          )}
          .
        </span>
      </p>
      {fix ? (
        <div className="mt-2 space-y-1">
          <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
            What fixed it in <IncidentLink id={fix.incident_id} /> {fix.sample && <SampleBadge />}
          </p>
          <p dir="auto" className="prose-text">
            {fix.resolution}
          </p>
        </div>
      ) : (
        <p className="mt-1 text-soft">None of them has a verified resolution yet.</p>
      )}
      <Disclosure summary="Why this counts as the same error" className="mt-2">
        <SourceText
          label={current ? "Normalised error text then" : "Normalised error text"}
          text={repeat.fingerprint_input}
        />
        <p className="mt-1 font-mono text-xs text-muted wrap-anywhere">{repeat.fingerprint}</p>
      </Disclosure>
    </section>
  );
}
