import { useQueryClient } from "@tanstack/react-query";
import { editPostmortem, postmortemQuery } from "@/api/postmortems";
import { isStaleRevision } from "@/api/problem";
import type { Postmortem } from "@/api/types";
import { type AboutValues, changesOf, versionOf } from "@/features/postmortem/about-draft";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";
import { useEditDraft } from "@/lib/edit-draft";

export const aboutKey = (incidentId: string) => `postmortem-about.${incidentId}`;

/**
 * An edit of owner, reviewers and numbers under way: sends what was changed here alone. When somebody else was faster,
 * `isStale` holds, what they changed is taken over, and `draft.clashes` names what both changed.
 */
export function useAboutEdit(postmortem: Postmortem, onDone: () => void) {
  const client = useQueryClient();
  const id = postmortem.incident_id;
  const draft = useEditDraft(aboutKey(id), versionOf(postmortem));
  const { base, values } = draft;
  const save = usePostmortemChange(
    "Saving",
    (sent: AboutValues) => editPostmortem(id, base.revision, changesOf(sent, base.values)),
    {
      onSaved: (saved, sent) => {
        if (draft.accepted(sent, versionOf(saved))) onDone();
      },
      onStale: async () => {
        const newest = await client.fetchQuery({ ...postmortemQuery(id), staleTime: 0 });
        if (newest) draft.meet(versionOf(newest));
      },
    },
  );
  const discard = () => {
    draft.discard();
    onDone();
  };
  const submit = () => {
    if (save.isPending) return;
    if (Object.keys(changesOf(values, base.values)).length === 0) return discard();
    save.mutate(values);
  };
  return {
    draft,
    error: save.error,
    isSaving: save.isPending,
    isStale: isStaleRevision(save.error),
    submit,
    discard,
  };
}
