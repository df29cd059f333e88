import { useQuery } from "@tanstack/react-query";
import { GitMerge, Split } from "lucide-react";
import { type ReactNode, useState } from "react";
import { repeatQuery } from "@/api/fingerprints";
import type { Incident, Repeat, RepeatResolution } from "@/api/types";
import { TrackRecordLine } from "@/components/evidence/track-record";
import { OutcomeBadge, SampleBadge } from "@/components/incident/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { SourceText } from "@/components/ui/source-text";
import { Timestamp } from "@/components/ui/timestamp";
import { MergeDialog, SplitDialog } from "@/features/incident/ruling-dialogs";
import { RulingsOf } from "@/features/incident/rulings";
import { useCommand } from "@/lib/commands";
import { counted } from "@/lib/text";

/** The element id of the panel, to jump to. */
export const REPEAT_ANCHOR = "this-error-before";

type RepeatPanelProps = {
  incident: Incident;
  actionFor?: (resolution: RepeatResolution) => ReactNode;
};

/** What the record knows of this exact error, and how what ended it has fared; plain, because it is no memory. */
export function RepeatPanel({ incident, actionFor }: RepeatPanelProps) {
  const repeat = useQuery({ ...repeatQuery(incident.id), enabled: incident.fingerprint !== null });
  if (incident.fingerprint === null) return null;
  return (
    <Panel
      title="This error before"
      id={REPEAT_ANCHOR}
      aside={
        repeat.data && (
          <span className="tabular text-xs text-muted">{counted(repeat.data.occurrences, "incident")}</span>
        )
      }
    >
      <div className="space-y-3 text-sm">
        {repeat.isPending && (
          <Loading what="what the record knows of this error">
            <Skeleton className="h-12 w-full" />
          </Loading>
        )}
        {repeat.error && (
          <ProblemNote
            error={repeat.error}
            doing="Looking for this error"
            onRetry={() => void repeat.refetch()}
          />
        )}
        {repeat.data === null && (
          <p className="text-soft">The record has not seen it before, in this service.</p>
        )}
        {repeat.data && <Known repeat={repeat.data} incidentId={incident.id} actionFor={actionFor} />}
        {repeat.isSuccess && <Identity incident={incident} repeat={repeat.data} />}
      </div>
    </Panel>
  );
}

type KnownProps = { repeat: Repeat; incidentId: string; actionFor: RepeatPanelProps["actionFor"] };

function Known({ repeat, incidentId, actionFor }: KnownProps) {
  const others = repeat.incident_ids.filter((id) => id !== incidentId);
  return (
    <>
      <p>
        Seen {counted(repeat.occurrences, "time")} in this service, this one included: first on{" "}
        <Timestamp at={repeat.first_seen_at} form="absolute" />, last{" "}
        <Timestamp at={repeat.last_seen_at} form="both" />.
      </p>
      {others.length > 0 && (
        <p className="flex flex-wrap gap-x-2 text-xs text-muted">
          Also
          {others.map((id) => (
            <IncidentLink key={id} id={id} />
          ))}
        </p>
      )}
      {repeat.resolutions.length === 0 ? (
        <p className="text-soft">None of them has a verified resolution yet.</p>
      ) : (
        <ol aria-label="What ended it, best first" className="divide-y divide-line border-y border-line">
          {repeat.resolutions.map((resolution) => (
            <li key={resolution.incident_id} className="space-y-1.5 py-2.5">
              <Resolution resolution={resolution} action={actionFor?.(resolution)} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Resolution({ resolution, action }: { resolution: RepeatResolution; action: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <IncidentLink id={resolution.incident_id} />
        <OutcomeBadge outcome={resolution.outcome} />
        {resolution.sample && <SampleBadge />}
        <Timestamp at={resolution.resolved_at} form="both" />
        <span className="ml-auto">{action}</span>
      </div>
      <p dir="auto" className="prose-text line-clamp-3">
        {resolution.resolution}
      </p>
      <TrackRecordLine record={resolution} />
    </>
  );
}

type IdentityProps = { incident: Incident; repeat: Repeat | null };

/** Why it counts as this error, and a person's word where that is wrong. */
function Identity({ incident, repeat }: IdentityProps) {
  const [ruling, setRuling] = useState<"merge" | "split" | null>(null);
  const close = () => setRuling(null);
  useCommand(repeat ? { label: "Not the same error…", icon: Split, run: () => setRuling("split") } : null);
  useCommand({ label: "Same as another incident's error…", icon: GitMerge, run: () => setRuling("merge") });
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        {repeat && (
          <Button size="sm" onClick={() => setRuling("split")}>
            <Split aria-hidden /> Not the same error…
          </Button>
        )}
        <Button size="sm" onClick={() => setRuling("merge")}>
          <GitMerge aria-hidden /> Same as another incident's error…
        </Button>
      </div>
      {repeat && (
        <Disclosure summary="Why this counts as the same error">
          <SourceText label="Normalised error text" text={repeat.fingerprint_input} />
          <p className="mt-1 font-mono text-xs text-muted wrap-anywhere">{repeat.fingerprint}</p>
        </Disclosure>
      )}
      <RulingsOf incident={incident} />
      {ruling === "split" && <SplitDialog incident={incident} onClose={close} />}
      {ruling === "merge" && <MergeDialog incident={incident} onClose={close} />}
    </div>
  );
}
