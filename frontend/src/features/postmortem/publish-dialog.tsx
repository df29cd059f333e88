import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { publishPostmortem, publishPreviewQuery } from "@/api/postmortems";
import { ApiProblem } from "@/api/problem";
import type { Postmortem, PublishPreview } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DiffText } from "@/components/ui/diff-text";
import { Disclosure } from "@/components/ui/disclosure";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";
import { FIELDS, NOT_REMEMBERED } from "@/features/postmortem/words";
import { counted } from "@/lib/text";

/** What publishing does, shown before it is done. */
export function PublishDialog({ postmortem, onClose }: { postmortem: Postmortem; onClose: () => void }) {
  const preview = useQuery(publishPreviewQuery(postmortem.incident_id));
  const publish = usePostmortemChange("Publishing", (tag: string) =>
    publishPostmortem(postmortem.incident_id, tag),
  );
  const submit = (tag: string) =>
    publish.mutate(tag, {
      onSuccess: () => {
        toast(`The postmortem of ${postmortem.incident_id} is published.`);
        onClose();
      },
      onError: (error) => {
        if (error instanceof ApiProblem && error.status === 412) void preview.refetch();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Publish the postmortem"
      description={`It is written into ${postmortem.incident_id} as one revision; memory follows from there.`}
    >
      {preview.isPending && (
        <Loading what="what will be remembered">
          <SkeletonRows rows={4} />
        </Loading>
      )}
      {preview.error && (
        <ProblemNote
          error={preview.error}
          doing="Looking at what will be remembered"
          stillWorks="Nothing was published."
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.data && (
        <div className="space-y-4">
          <Remembered preview={preview.data} />
          <Changes preview={preview.data} />
          <Remarks preview={preview.data} sections={postmortem.sections} />
          <div className="flex gap-2">
            <Button
              variant="primary"
              busy={publish.isPending || preview.isFetching}
              onClick={() => submit(preview.data.tag)}
            >
              Publish
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Not yet
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Remembered({ preview }: { preview: PublishPreview }) {
  return (
    <div className="space-y-1.5">
      <h3 className="flex items-center gap-1.5 text-sm font-medium">
        <Archive className="size-4" aria-hidden /> What will be remembered
      </h3>
      {preview.not_remembered && (
        <p className="text-sm text-soft">{NOT_REMEMBERED[preview.not_remembered]}</p>
      )}
      {preview.will_be_remembered !== null && (
        <DiffText
          label="What will be remembered, against what is remembered now"
          before={preview.remembered_now ?? ""}
          after={preview.will_be_remembered}
          className="max-h-56!"
        />
      )}
    </div>
  );
}

function Changes({ preview }: { preview: PublishPreview }) {
  if (preview.changes.length === 0)
    return <p className="text-sm text-soft">The incident itself stays as it is: nothing new is said.</p>;
  return (
    <Disclosure
      summary={`${counted(preview.changes.length, "field")} of the incident ${preview.changes.length === 1 ? "changes" : "change"}`}
    >
      <div className="space-y-3">
        {preview.changes.map((change) => (
          <div key={change.field} className="space-y-1">
            <p className="text-xs font-medium text-soft">{FIELDS[change.field]}</p>
            <DiffText
              label={FIELDS[change.field]}
              before={change.before ?? ""}
              after={change.after ?? ""}
              className="max-h-48!"
            />
          </div>
        ))}
      </div>
    </Disclosure>
  );
}

function Remarks({ preview, sections }: { preview: PublishPreview; sections: Postmortem["sections"] }) {
  const titles = preview.missing.map((key) => sections.find((section) => section.key === key)?.title ?? key);
  const remarks = [
    titles.length > 0 && `Nothing is written in: ${titles.join(", ")}.`,
    preview.open_comments > 0 && `${counted(preview.open_comments, "comment")} still open.`,
    preview.blame.length > 0 && `${counted(preview.blame.length, "phrase")} may read as blame.`,
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;
  return (
    <ul aria-label="Before you publish" className="list-disc space-y-0.5 pl-5 text-sm text-soft">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}
