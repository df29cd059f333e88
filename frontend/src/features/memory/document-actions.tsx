import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArchiveRestore, Eraser, RotateCw } from "lucide-react";
import { useState } from "react";
import { memoryKeys, retainNow } from "@/api/memory";
import { describeProblem } from "@/api/problem";
import type { LedgerDocument } from "@/api/types";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { canForget, canRetry } from "@/features/memory/document-state";
import { ForgetDialog } from "@/features/memory/forget-dialog";
import { RetainAgainDialog } from "@/features/memory/retain-again-dialog";

/** What a person can do with a document: try it again, forget it, or retain it although it was forgotten. */
export function DocumentActions({ document }: { document: LedgerDocument }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<"forget" | "retain" | null>(null);
  const retry = useMutation({
    mutationFn: () => retainNow(document.id),
    onSuccess: () => toast(`${document.id} is queued again.`),
    onError: (error) => toast(`Retaining failed: ${describeProblem(error).advice}`, { tone: "bad" }),
    onSettled: () => client.invalidateQueries({ queryKey: memoryKeys.all }),
  });
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap gap-2">
      {canRetry(document) && (
        <Button busy={retry.isPending} onClick={() => retry.mutate()}>
          {!retry.isPending && <RotateCw aria-hidden />} Retry now
        </Button>
      )}
      {document.forgotten_at && (
        <Button onClick={() => setAsking("retain")}>
          <ArchiveRestore aria-hidden /> Retain again…
        </Button>
      )}
      {canForget(document) && (
        <Button variant="danger" onClick={() => setAsking("forget")}>
          <Eraser aria-hidden /> Forget…
        </Button>
      )}
      {asking === "forget" && <ForgetDialog document={document} onClose={close} />}
      {asking === "retain" && <RetainAgainDialog document={document} onClose={close} />}
    </div>
  );
}
