import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FeedbackTarget, feedbackQuery, giveFeedback, withdrawFeedback } from "@/api/feedback";
import { describeProblem } from "@/api/problem";
import type { Feedback, Verdict } from "@/api/types";
import { toast } from "@/components/ui/toast";
import { useActor } from "@/lib/actor";

export type FeedbackOn = {
  said: readonly Feedback[];
  own: Feedback | null;
  busy: boolean;
  give: (verdict: Verdict, sentence: string | null, kept?: () => void) => void;
  withdraw: () => void;
};

type Given = Parameters<typeof giveFeedback>[0] & {
  /** Called when the server has it, even where the form is gone by then. */
  kept?: () => void;
};

/** What people say of one target of an investigation, and how to say something oneself. */
export function useFeedback(incidentId: string, investigationId: string, target: FeedbackTarget): FeedbackOn {
  const client = useQueryClient();
  const query = feedbackQuery(incidentId, investigationId);
  const all = useQuery(query);
  const me = useActor() ?? "unknown";
  const said = (all.data?.items ?? []).filter(({ document_id }) => (document_id ?? "analysis") === target);

  const onError = (error: unknown) => {
    const { title, advice } = describeProblem(error);
    toast(`Keeping the feedback failed: ${title}. ${advice}`, { tone: "bad" });
  };
  const onSuccess = () => client.invalidateQueries({ queryKey: query.queryKey });
  const giving = useMutation({
    mutationFn: async ({ kept, ...given }: Given) => {
      const saved = await giveFeedback(given);
      kept?.();
      return saved;
    },
    onError,
    onSuccess,
  });
  const withdrawing = useMutation({ mutationFn: withdrawFeedback, onError, onSuccess });
  return {
    said,
    own: said.find(({ by }) => by === me) ?? null,
    busy: giving.isPending || withdrawing.isPending,
    give: (verdict, sentence, kept) => giving.mutate({ investigationId, target, verdict, sentence, kept }),
    withdraw: () => withdrawing.mutate({ investigationId, target }),
  };
}
