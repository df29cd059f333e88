import clsx from "clsx";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { FeedbackTarget } from "@/api/feedback";
import type { Feedback } from "@/api/types";
import { VERDICT_ORDER, VERDICTS, FEEDBACK_WORDS as WORDS } from "@/components/evidence/feedback-words";
import { SaidLine } from "@/components/evidence/said-line";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { type FeedbackOn, useFeedback } from "@/features/investigation/use-feedback";
import { useDraft } from "@/lib/draft";

type FeedbackBarProps = { incidentId: string; investigationId: string; target: FeedbackTarget; of: string };

/** Three verdicts on one thing, a sentence to one's own, and what others say of it. */
export function FeedbackBar({ incidentId, investigationId, target, of }: FeedbackBarProps) {
  const feedback = useFeedback(incidentId, investigationId, target);
  const { own, said } = feedback;
  return (
    <section aria-label={`Feedback on ${of}`} className="space-y-2 text-sm">
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1 text-xs text-muted">{WORDS.ask}</span>
        {VERDICT_ORDER.map((verdict) => (
          <VerdictButton
            key={verdict}
            verdict={verdict}
            pressed={own?.verdict === verdict}
            onPress={() => own?.verdict !== verdict && feedback.give(verdict, null)}
          />
        ))}
        {own && (
          <Button size="sm" variant="quiet" onClick={feedback.withdraw}>
            <Undo2 aria-hidden /> {WORDS.withdraw}
          </Button>
        )}
      </div>
      {own && own.sentence === null && own.forgotten_at === null && (
        <SentenceForm
          key={own.verdict}
          draftKey={`feedback.${investigationId}.${target}`}
          own={own}
          feedback={feedback}
        />
      )}
      {said.length > 0 && (
        <ul aria-label={WORDS.said} className="space-y-1">
          {said.map((one) => (
            <SaidLine key={one.by} feedback={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

type VerdictButtonProps = { verdict: Feedback["verdict"]; pressed: boolean; onPress: () => void };

function VerdictButton({ verdict, pressed, onPress }: VerdictButtonProps) {
  const { word, icon: Icon } = VERDICTS[verdict];
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={clsx(
        "inline-flex h-7 items-center gap-1.5 rounded-md border px-2 text-xs font-medium max-sm:h-10",
        pressed
          ? "border-accent bg-accent-wash text-ink"
          : "border-edge/50 text-soft hover:bg-raised hover:text-ink",
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {word}
    </button>
  );
}

type SentenceFormProps = { draftKey: string; own: Feedback; feedback: FeedbackOn };

/** The verdict is kept already; what is typed here survives a reload until it is kept too. */
function SentenceForm({ draftKey, own, feedback }: SentenceFormProps) {
  const draft = useDraft(draftKey, { sentence: "" });
  const [missing, setMissing] = useState(false);
  const typed = draft.values.sentence.trim();
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(typed === "");
        const sent = draft.values;
        if (typed !== "" && !feedback.busy) feedback.give(own.verdict, typed, () => draft.accepted(sent));
      }}
    >
      <Field
        label={VERDICTS[own.verdict].asks}
        required={own.verdict === "wrong"}
        className="min-w-52 flex-1"
        error={missing && typed === "" ? "There is nothing in it yet." : null}
      >
        {({ required: _, ...control }) => (
          <Input
            {...control}
            maxLength={1_000}
            value={draft.values.sentence}
            onChange={(event) => draft.set("sentence", event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={feedback.busy}>
        {WORDS.keep}
      </Button>
    </form>
  );
}
