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
  /** The id of each proposal that the draft made. */
  proposals: Partial<Record<SectionKey, string>>;
};

/** What stays of a draft that is taken back: sections written in since, and newer drafts beside others. */
type Kept = { written: number; drafts: number };

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
      toast(undoneWords(kept));
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
  const proposals = Object.fromEntries(
    postmortem.sections.flatMap(({ key, proposal }) =>
      proposal && proposed.includes(key) ? [[key, proposal.id]] : [],
    ),
  );
  return { source, model, reason, filled, proposed, revisions, proposals };
}

/** Empties what the draft filled and leaves what it proposed, but for what somebody wrote or drafted since. */
async function takeBack(client: QueryClient, id: string, drafted: Drafted): Promise<Kept> {
  const { filled, proposed, revisions, proposals } = drafted;
  const kept: Kept = { written: 0, drafts: 0 };
  for (const key of filled) {
    const isBack = await attempt(client, () => saveSection(id, key, revisions[key] ?? 0, "", true));
    if (!isBack) kept.written += 1;
  }
  for (const key of proposed) {
    const isLeft = await attempt(client, () => leave(id, key, proposals[key] ?? ""));
    if (!isLeft) kept.drafts += 1;
  }
  return kept;
}

/** Leaves the proposal; one that is taken or left already needs no leaving. */
async function leave(id: string, key: SectionKey, draft: string): Promise<Postmortem | null> {
  try {
    return await dropProposal(id, key, draft);
  } catch (error) {
    if (error instanceof ApiProblem && error.slug === "conflict") return null;
    throw error;
  }
}

/** Whether the change was made; false where somebody was quicker. */
async function attempt(client: QueryClient, change: () => Promise<Postmortem | null>): Promise<boolean> {
  try {
    const postmortem = await change();
    if (postmortem) keep(client, postmortem);
    return true;
  } catch (error) {
    if (isStaleRevision(error)) return false;
    throw error;
  }
}

function keep(client: QueryClient, postmortem: Postmortem): void {
  client.setQueryData(postmortemKeys.one(postmortem.incident_id), postmortem);
}

function undoneWords({ written, drafts }: Kept): string {
  const which =
    written === 1
      ? "One section was written in since, and stays"
      : `${written} sections were written in since, and stay`;
  const newer =
    drafts === 1 ? "Beside one section stands a newer draft" : `Beside ${drafts} sections stand newer drafts`;
  return [
    "The draft is taken back.",
    written > 0 && `${which}.`,
    drafts > 0 && `${newer} by now: ${drafts === 1 ? "it stays" : "they stay"}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
