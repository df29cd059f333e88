import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forgetDocument, memoryKeys } from "@/api/memory";
import type { LedgerDocument } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";

type ForgetDialogProps = { document: LedgerDocument; onClose: () => void };

/** Says what forgetting does, to the last place, and asks for the document's id before it does it. */
export function ForgetDialog({ document, onClose }: ForgetDialogProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const isMeant = typed.trim().toUpperCase() === document.id;
  const forget = useMutation({
    mutationFn: () => forgetDocument(document.id),
    onSuccess: () => {
      onClose();
      toast(`${document.id} is forgotten; that memory let go of it is being proved.`);
    },
    onSettled: () =>
      Promise.all(
        [memoryKeys.all, ["investigations"], ["incidents"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Forget document ${document.id}?`}
      description="What was learned from this incident leaves memory and stays away."
    >
      <form
        noValidate
        className="space-y-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (isMeant) forget.mutate();
        }}
      >
        <Consequences document={document} />
        {forget.error && <ProblemNote error={forget.error} doing="Forgetting" />}
        <Field
          label={`Type ${document.id} to forget it`}
          required
          error={tried && !isMeant ? `Type ${document.id}, exactly.` : null}
        >
          {(props) => (
            <Input
              {...props}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" variant="danger" busy={forget.isPending}>
            Forget {document.id}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Consequences({ document }: { document: LedgerDocument }) {
  return (
    <ul className="list-disc space-y-1.5 pl-4 text-soft">
      <li>It is removed from Hindsight, and proved gone by a lookup and a recall.</li>
      <li>Its words are erased from the ledger; who forgot it and when is kept.</li>
      <li>
        Past investigations and drafts of postmortems show “Forgotten on …” in place of its words and of prose
        made with them; what a person wrote stays.
      </li>
      <li>No edit, restore, audit or rebuild brings it back; only a person can, after a warning.</li>
      <li>
        The record of incident <IncidentLink id={document.incident_id} /> is not touched.
      </li>
      <li>
        {document.replaced_by ? (
          <>
            <IncidentLink id={document.replaced_by} /> confirmed it: the document of that incident takes its
            place.
            {document.replaced_by_same_words && (
              <strong className="font-medium text-ink">
                {" "}
                It says the very same words, so memory keeps them until you forget {document.replaced_by} too.
              </strong>
            )}
          </>
        ) : (
          "No other document takes its place."
        )}
      </li>
    </ul>
  );
}
