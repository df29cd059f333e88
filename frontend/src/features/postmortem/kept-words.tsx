import { useState } from "react";
import { movePostmortem } from "@/api/postmortems";
import type { PostmortemSection } from "@/api/types";
import { Button } from "@/components/ui/button";
import { CopyLine } from "@/components/ui/copy-line";
import { keepDraft, readDraft } from "@/features/postmortem/section-draft";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";
import { WORDS } from "@/features/postmortem/words";

/** What this browser keeps of a section and the server never had, because it was published meanwhile. */
export function useKeptWords(incidentId: string, section: PostmortemSection) {
  const [draft, setDraft] = useState(() => readDraft(incidentId, section.key));
  const letGo = () => {
    keepDraft(incidentId, section.key, null);
    setDraft(null);
  };
  return { kept: draft !== null && draft.text !== section.text ? draft.text : null, letGo };
}

type KeptWordsProps = { incidentId: string; title: string; text: string; onLetGo: () => void };

/** Typed words that a publication cut off: readable, copyable, and saved once it is revised. */
export function KeptWords({ incidentId, title, text, onLetGo }: KeptWordsProps) {
  const revise = usePostmortemChange("Revising", () => movePostmortem(incidentId, "draft"));
  return (
    <div className="space-y-3 rounded-md border border-warn/60 bg-warn-wash p-3 text-sm">
      <p role="alert" className="font-medium">
        {WORDS.publishedMeanwhile}
      </p>
      <CopyLine label={`Your text for “${title}”, not saved`} text={text} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={revise.isPending} onClick={() => revise.mutate(undefined)}>
          {WORDS.reviseWithKept}
        </Button>
        <Button size="sm" variant="quiet" onClick={onLetGo}>
          {WORDS.letKeptGo}
        </Button>
      </div>
    </div>
  );
}
