import { useQuery } from "@tanstack/react-query";
import { publishPostmortem, publishPreviewQuery } from "@/api/postmortems";
import { ApiProblem } from "@/api/problem";
import type { Postmortem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFooter } from "@/components/ui/dialog";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { Changes, Remarks, Remembered } from "@/features/postmortem/publish-preview";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";

/** What publishing does, shown before it is done; the way to do it stays in view however long that is. */
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
  const { data } = preview;
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Publish the postmortem"
      description={`It is written into ${postmortem.incident_id} as one revision; memory follows from there.`}
    >
      <div className="space-y-5">
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
        {data && (
          <>
            <Remarks preview={data} sections={postmortem.sections} />
            <Remembered preview={data} />
            <Changes preview={data} />
          </>
        )}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>Not yet</Button>
        <Button
          variant="primary"
          disabled={data === undefined}
          busy={publish.isPending || preview.isFetching}
          onClick={() => data && submit(data.tag)}
        >
          Publish
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
