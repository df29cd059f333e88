import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { askForReview, postmortemKeys } from "@/api/postmortems";
import { fieldProblems, isStaleRevision } from "@/api/problem";
import type { Postmortem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { mergedNames, namesOf } from "@/features/postmortem/about-draft";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";
import { WORDS } from "@/features/postmortem/words";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";

/** Asks people by name to review the postmortem; nothing is asked of nobody. */
export function ReviewDialog({ postmortem, onClose }: { postmortem: Postmortem; onClose: () => void }) {
  const { incident_id: id, reviewers, people } = postmortem;
  const client = useQueryClient();
  const draft = useReviewers(id, reviewers.join(", "));
  const [tried, setTried] = useState(false);
  const names = namesOf(draft.values.reviewers);
  const ask = usePostmortemChange(
    "Asking for review",
    (sent: Reviewers) => askForReview(id, postmortem.revision, namesOf(sent.reviewers)),
    {
      onSaved: (_, sent) => draft.accepted(sent),
      onStale: () => client.invalidateQueries({ queryKey: postmortemKeys.one(id), exact: true }),
    },
  );
  const problems = fieldProblems(ask.error);
  const missing = tried && names.length === 0 ? WORDS.nobodyAsked : null;
  const submit = () => {
    setTried(true);
    if (names.length === 0 || ask.isPending) return;
    ask.mutate(draft.values, {
      onSuccess: (asked) => {
        onClose();
        toast(
          `${asked.reviewers.join(", ")} ${asked.reviewers.length === 1 ? "is" : "are"} asked to review it.`,
        );
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={WORDS.readyForReview}
      description={WORDS.reviewHint}
    >
      <form
        noValidate
        onKeyDown={submitOnKey}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {isStaleRevision(ask.error) && (
          <p role="alert" className="rounded-md border border-warn/60 bg-warn-wash p-3 text-sm">
            {WORDS.changedWhileAsking}
          </p>
        )}
        {ask.error && !isStaleRevision(ask.error) && !problems.reviewers && (
          <ProblemNote error={ask.error} doing="Asking for review" stillWorks="It is still a draft." />
        )}
        <Field
          label="Reviewers"
          required
          error={missing ?? problems.reviewers}
          hint="Names, separated by commas."
        >
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              value={draft.values.reviewers}
              onChange={(event) => draft.set("reviewers", event.target.value)}
            />
          )}
        </Field>
        <Known
          people={people.filter((name) => !names.includes(name))}
          onAdd={(name) => draft.set("reviewers", [...names, name].join(", "))}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={ask.isPending}>
            {WORDS.readyForReview}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Reviewers = { reviewers: string; base: string };

/** The names as they are typed, over those that stand by now: whom others name meanwhile is not taken away unseen. */
function useReviewers(id: string, now: string) {
  const draft = useDraft<Reviewers>(`postmortem-review.${id}`, { reviewers: now, base: now });
  const { values, fill } = draft;
  useEffect(() => {
    if (values.base === now) return;
    fill({ reviewers: mergedNames(values.reviewers, values.base, now), base: now });
  }, [values, fill, now]);
  return draft;
}

const SUGGESTED = 8;

function Known({ people, onAdd }: { people: readonly string[]; onAdd: (name: string) => void }) {
  const offered = people.filter((name) => !name.includes(",")).slice(0, SUGGESTED);
  if (offered.length === 0) return null;
  return (
    <div className="space-y-1.5">
      <p className="text-xs text-muted">Who the record knows:</p>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((name) => (
          <Button key={name} size="sm" aria-label={`Ask ${name}`} onClick={() => onAdd(name)}>
            <Plus aria-hidden /> <bdi>{name}</bdi>
          </Button>
        ))}
      </div>
    </div>
  );
}
