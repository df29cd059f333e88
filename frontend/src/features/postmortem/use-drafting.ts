import {
  type QueryClient,
  skipToken,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { draftPostmortem, dropProposal, postmortemKeys, saveSection } from "@/api/postmortems";
import { ApiProblem, describeProblem, isStaleRevision } from "@/api/problem";
import type { DraftOutcome, Postmortem, SectionKey } from "@/api/types";
import { toast } from "@/components/ui/toast";
import { focusIfLost } from "@/lib/focus-heading";

/** What drafting did, kept beside the postmortem until it was read or taken back. */
export type Drafted = Pick<DraftOutcome, "source" | "model" | "reason" | "filled" | "proposed"> & {
  /** Of each section, as the draft left it. */
  revisions: Partial<Record<SectionKey, number>>;
};

const draftingKey = (id: string) => ["postmortem-draft", id] as const;
const draftedKey = (id: string) => ["postmortem-drafted", id] as const;

/** Drafts from the record. It goes on, and is told of on the postmortem's page, wherever it was begun. */
export function useDrafting(id: string) {
  const client = useQueryClient();
  const isDrafting = useIsMutating({ mutationKey: draftingKey(id) }) > 0;
  const drafting = useMutation({
    mutationKey: draftingKey(id),
    mutationFn: async () => {
      const outcome = await draftPostmortem(id);
      keep(client, outcome.postmortem);
      client.setQueryData(draftedKey(id), draftedOf(outcome));
    },
    onMutate: () => client.setQueryData(draftedKey(id), null),
    onError: (error) => {
      const { title, advice } = describeProblem(error);
      toast(`Drafting failed: ${title}. ${advice}`, { tone: "bad" });
    },
  });
  return { isDrafting, draft: () => drafting.mutate() };
}

/** What the last drafting did, null when that was read; and the ways to be done with it. */
export function useDrafted(id: string) {
  const client = useQueryClient();
  const drafted = useQuery<Drafted | null>({ queryKey: draftedKey(id), queryFn: skipToken }).data ?? null;
  const dismiss = () => {
    client.setQueryData(draftedKey(id), null);
    requestAnimationFrame(focusIfLost);
  };
  const undo = useMutation({
    mutationFn: (done: Drafted) => takeBack(client, id, done),
    onSuccess: (kept) => {
      dismiss();
      toast(undoneWords(kept.length));
    },
    onError: (error) => {
      const { title, advice } = describeProblem(error);
      toast(`Taking the draft back failed: ${title}. ${advice}`, { tone: "bad" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: postmortemKeys.one(id) }),
  });
  return { drafted, dismiss, undo };
}

function draftedOf({ source, model, reason, filled, proposed, postmortem }: DraftOutcome): Drafted {
  const revisions = Object.fromEntries(postmortem.sections.map(({ key, revision }) => [key, revision]));
  return { source, model, reason, filled, proposed, revisions };
}

/** Empties what the draft filled and leaves what it proposed; the sections that somebody wrote in since are kept. */
async function takeBack(client: QueryClient, id: string, { filled, proposed, revisions }: Drafted) {
  const kept: SectionKey[] = [];
  for (const key of filled) {
    const isBack = await attempt(
      client,
      () => saveSection(id, key, revisions[key] ?? 0, "", true),
      isStaleRevision,
    );
    if (!isBack) kept.push(key);
  }
  for (const key of proposed) await attempt(client, () => dropProposal(id, key), isGone);
  return kept;
}

/** Whether the change was made; false where it failed as `isExpected` tells, since somebody was quicker. */
async function attempt(
  client: QueryClient,
  change: () => Promise<Postmortem>,
  isExpected: (error: unknown) => boolean,
): Promise<boolean> {
  try {
    keep(client, await change());
    return true;
  } catch (error) {
    if (isExpected(error)) return false;
    throw error;
  }
}

/** Whether the proposal is taken or left already. */
function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && error.slug === "conflict";
}

function keep(client: QueryClient, postmortem: Postmortem): void {
  client.setQueryData(postmortemKeys.one(postmortem.incident_id), postmortem);
}

function undoneWords(kept: number): string {
  if (kept === 0) return "The draft is taken back.";
  const which = kept === 1 ? "One section was" : `${kept} sections were`;
  return `The draft is taken back. ${which} written in since, and stays.`;
}
