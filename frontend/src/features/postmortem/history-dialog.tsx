import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { restoreVersion, versionsQuery } from "@/api/postmortems";
import type { PostmortemSection, PostmortemVersion } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DiffText } from "@/components/ui/diff-text";
import { Select } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { Provenance } from "@/features/postmortem/provenance";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";
import { WORDS } from "@/features/postmortem/words";
import { formatUtc } from "@/lib/time";

type HistoryDialogProps = {
  incidentId: string;
  section: PostmortemSection;
  canRestore: boolean;
  onClose: () => void;
};

/** Every version of a section, what each changed, and the way back to it. */
export function HistoryDialog({ incidentId, section, canRestore, onClose }: HistoryDialogProps) {
  const versions = useQuery(versionsQuery(incidentId, section.key));
  const [chosen, setChosen] = useState<number | null>(null);
  const restore = usePostmortemChange("Restoring", (revision: number) =>
    restoreVersion(incidentId, section.key, section.revision, revision),
  );
  const items = versions.data?.items ?? [];
  const at = Math.max(
    0,
    items.findIndex((version) => version.revision === chosen),
  );
  const version = items[at];
  const isNewest = at === 0;
  const earlier = items[at + 1];
  // Revisions have gaps where pauses made one version; people count what they see.
  const numberOf = (revision: number) => items.length - items.findIndex((one) => one.revision === revision);
  const number = items.length - at;
  return (
    <Dialog open onOpenChange={onClose} title={`History of “${section.title}”`} description={WORDS.versions}>
      {versions.isPending && (
        <Loading what="the versions">
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {versions.error && <ProblemNote error={versions.error} doing="Loading the versions" />}
      {version && (
        <div className="space-y-3">
          <Select
            aria-label="Version"
            value={String(version.revision)}
            onChange={(event) => setChosen(Number(event.target.value))}
            options={items.map(
              (one, place) => [String(one.revision), nameOf(one, items.length - place)] as const,
            )}
          />
          <Provenance written={version} />
          {version.restored_from && (
            <p className="text-xs text-muted">Brought back from version {numberOf(version.restored_from)}.</p>
          )}
          {earlier ? (
            <DiffText label={`What version ${number} changed`} before={earlier.text} after={version.text} />
          ) : (
            <p
              dir="auto"
              className="rounded-md border border-line bg-page px-3 py-2 text-sm leading-6 whitespace-pre-wrap wrap-anywhere"
            >
              {version.text}
            </p>
          )}
          {canRestore && !isNewest && (
            <Button
              busy={restore.isPending}
              onClick={() =>
                restore.mutate(version.revision, {
                  onSuccess: () => {
                    onClose();
                    toast(WORDS.restored(number));
                  },
                })
              }
            >
              Restore version {number} as a new one
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function nameOf(version: PostmortemVersion, number: number): string {
  return `Version ${number} · ${formatUtc(new Date(version.at))} · ${version.by}`;
}
