import { CircleCheck, PenLine, ScanEye, Sparkles } from "lucide-react";
import { useState } from "react";
import { movePostmortem } from "@/api/postmortems";
import type { Postmortem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { PublishDialog } from "@/features/postmortem/publish-dialog";
import { ReviewDialog } from "@/features/postmortem/review-dialog";
import { useDrafting } from "@/features/postmortem/use-drafting";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";
import { WORDS } from "@/features/postmortem/words";
import { useCommand } from "@/lib/commands";

/** What can be done with it next, one of them first. */
export function Steps({ postmortem }: { postmortem: Postmortem }) {
  const [publishing, setPublishing] = useState(false);
  const [asking, setAsking] = useState(false);
  const id = postmortem.incident_id;
  const move = usePostmortemChange("Changing the status", (status: Postmortem["status"]) =>
    movePostmortem(id, status),
  );
  useCommand(stepOf(postmortem, { ask: setAsking, publish: setPublishing, move: move.mutate }));
  const to = (status: Postmortem["status"], label: string) => (
    <Button busy={move.isPending} onClick={() => move.mutate(status)}>
      {label}
    </Button>
  );
  if (postmortem.incident_status !== "resolved") return null;
  if (postmortem.status === "draft")
    return (
      <>
        <Button variant="primary" onClick={() => setAsking(true)}>
          {WORDS.readyForReview}…
        </Button>
        {asking && <ReviewDialog postmortem={postmortem} onClose={() => setAsking(false)} />}
      </>
    );
  if (postmortem.status === "published") return to("draft", WORDS.revise);
  return (
    <>
      {to("draft", WORDS.backToDraft)}
      <Button variant="primary" onClick={() => setPublishing(true)}>
        {WORDS.publish}
      </Button>
      {publishing && <PublishDialog postmortem={postmortem} onClose={() => setPublishing(false)} />}
    </>
  );
}

type Does = {
  ask: (open: boolean) => void;
  publish: (open: boolean) => void;
  move: (status: Postmortem["status"]) => void;
};

/** The next step as the palette offers it. */
function stepOf({ status, incident_status }: Postmortem, { ask, publish, move }: Does) {
  if (incident_status !== "resolved") return null;
  if (status === "draft") return { label: `${WORDS.readyForReview}…`, icon: ScanEye, run: () => ask(true) };
  if (status === "published") return { label: WORDS.revise, icon: PenLine, run: () => move("draft") };
  return { label: WORDS.publish, icon: CircleCheck, run: () => publish(true) };
}

export function DraftButton({ id }: { id: string }) {
  const { isDrafting, draft } = useDrafting(id);
  useCommand(isDrafting ? null : { label: WORDS.draftAgain, icon: Sparkles, run: draft });
  return (
    <Button busy={isDrafting} onClick={draft}>
      {!isDrafting && <Sparkles aria-hidden />} {isDrafting ? "Drafting…" : WORDS.draftAgain}
    </Button>
  );
}
