import { useQuery } from "@tanstack/react-query";
import { ArrowDown, Repeat2 } from "lucide-react";
import { repeatQuery } from "@/api/fingerprints";
import type { Incident } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { Button } from "@/components/ui/button";
import { REPEAT_ANCHOR } from "@/features/incident/repeat-panel";
import { jumpTo } from "@/lib/jump";
import { timesWord } from "@/lib/text";

type RepeatLineProps = {
  incident: Incident;
  /** The incident whose resolution stands right below, so that it need not be told twice. */
  told: string | null;
};

/** The record's own knowledge that this exact error came before, in one line; nothing for a first. */
export function RepeatLine({ incident, told }: RepeatLineProps) {
  const repeat = useQuery({ ...repeatQuery(incident.id), enabled: incident.fingerprint !== null }).data;
  if (!repeat) return null;
  const { verified_resolution: fix } = repeat;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-edge/60 bg-surface px-4 py-1.5 text-sm">
      <span className="inline-flex items-center gap-1 text-xs font-semibold text-soft">
        <Repeat2 className="size-4" aria-hidden /> From the record
      </span>
      <p className="min-w-0 flex-1 basis-64">
        This exact error came {timesWord(repeat.occurrences - 1)} before, last in{" "}
        <IncidentLink id={repeat.last_incident_id} />.{" "}
        {fix ? (
          <>
            What ended <IncidentLink id={fix.incident_id} />
            {fix.incident_id === told ? (
              " stands below."
            ) : (
              <>
                : <span dir="auto">{short(fix.resolution)}</span>
              </>
            )}
          </>
        ) : (
          <span className="text-soft">None of them has a verified resolution yet.</span>
        )}
      </p>
      <Button size="sm" variant="quiet" onClick={() => jumpTo(REPEAT_ANCHOR)}>
        <ArrowDown aria-hidden /> How they ended
      </Button>
    </div>
  );
}

function short(text: string): string {
  return text.length > 140 ? `${text.slice(0, 139)}…` : text;
}
