import { dropProposal, takeProposal } from "@/api/postmortems";
import type { PostmortemSection, Proposal } from "@/api/types";
import { Button } from "@/components/ui/button";
import { DiffText } from "@/components/ui/diff-text";
import { Grounds, Provenance } from "@/features/postmortem/provenance";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";

type ProposalNoteProps = {
  incidentId: string;
  section: PostmortemSection;
  proposal: Proposal;
  onEntry: (id: string) => void;
};

/** A draft that stands beside what a person wrote: taken or left, never put in its place by itself. */
export function ProposalNote({ incidentId, section, proposal, onEntry }: ProposalNoteProps) {
  const take = usePostmortemChange("Taking the draft", () =>
    takeProposal(incidentId, section.key, proposal.id, section.revision),
  );
  const drop = usePostmortemChange("Leaving the draft", () =>
    dropProposal(incidentId, section.key, proposal.id),
  );
  return (
    <div className="space-y-2 rounded-md border border-dashed border-edge p-3">
      <p className="text-sm font-medium">A draft beside yours</p>
      <Provenance written={proposal} />
      <DiffText
        label={`Draft beside ${section.title}`}
        before={section.text}
        after={proposal.text}
        className="max-h-72!"
      />
      <Grounds written={proposal} onEntry={onEntry} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={take.isPending} onClick={() => take.mutate(undefined)}>
          Take the draft
        </Button>
        <Button size="sm" variant="quiet" busy={drop.isPending} onClick={() => drop.mutate(undefined)}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}
