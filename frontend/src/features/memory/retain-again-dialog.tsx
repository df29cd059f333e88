import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { memoryKeys, retainNow } from "@/api/memory";
import type { LedgerDocument } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { formatDay } from "@/lib/time";

type RetainAgainDialogProps = { document: LedgerDocument; onClose: () => void };

/** Warns that a person had it forgotten, before it is written to memory anew. */
export function RetainAgainDialog({ document, onClose }: RetainAgainDialogProps) {
  const client = useQueryClient();
  const retain = useMutation({
    mutationFn: () => retainNow(document.id, { confirm: true }),
    onSuccess: () => {
      onClose();
      toast(`${document.id} is written anew from its incident and on its way to memory.`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: memoryKeys.all }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Retain ${document.id} again?`}
      description="Somebody had this document forgotten, perhaps for a reason that still holds."
    >
      <div className="space-y-4 text-sm">
        <p className="flex items-start gap-2 rounded-md border border-warn/60 bg-warn-wash p-3">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          <span>
            Forgotten{document.forgotten_at && ` on ${formatDay(new Date(document.forgotten_at))}`}
            {document.forgotten_by && ` by ${document.forgotten_by}`}. It would be written anew from what the
            incident says now, and be recalled as evidence again. Past investigations stay as they are.
          </span>
        </p>
        {retain.error && <ProblemNote error={retain.error} doing="Retaining" />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Leave it forgotten</Button>
          <Button variant="primary" busy={retain.isPending} onClick={() => retain.mutate()}>
            Retain it again
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
