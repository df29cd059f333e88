import { fieldProblems } from "@/api/problem";
import type { Postmortem } from "@/api/types";
import { ConflictNote } from "@/components/conflict-note";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { ABOUT_LABELS, type AboutValues } from "@/features/postmortem/about-draft";
import { useAboutEdit } from "@/features/postmortem/use-about-edit";
import { submitOnKey } from "@/lib/submit-key";

const NUMBERS = [
  ["users_affected", "1"],
  ["requests_failed_percent", "any"],
  ["tickets", "1"],
  ["revenue", "any"],
] as const;

/** Edits owner, reviewers and numbers; when somebody else was faster, shows both versions and loses neither. */
export function AboutForm({ postmortem, onClose }: { postmortem: Postmortem; onClose: () => void }) {
  const edit = useAboutEdit(postmortem, onClose);
  const { draft } = edit;
  const problems = fieldProblems(edit.error);
  const control = (name: keyof AboutValues) => ({
    value: draft.values[name],
    onChange: (event: { target: { value: string } }) => draft.set(name, event.target.value),
  });
  return (
    <form
      className="space-y-3"
      onKeyDown={submitOnKey}
      onSubmit={(event) => {
        event.preventDefault();
        edit.submit();
      }}
    >
      {edit.isStale && (
        <ConflictNote
          what="postmortem"
          labels={ABOUT_LABELS}
          theirs={draft.base.values}
          mine={draft.values}
          fields={draft.clashes}
          onTakeTheirs={(field) => draft.takeTheirs([field])}
        />
      )}
      <Field label={ABOUT_LABELS.owner} error={problems.owner}>
        {(field) => <Input {...field} {...control("owner")} maxLength={120} />}
      </Field>
      <Field label={ABOUT_LABELS.reviewers} error={problems.reviewers} hint="Names, separated by commas.">
        {(field) => <Input {...field} {...control("reviewers")} />}
      </Field>
      {NUMBERS.map(([name, step]) => (
        <Field key={name} label={ABOUT_LABELS[name]} error={problems[`impact.${name}`]}>
          {(field) => (
            <Input
              {...field}
              {...control(name)}
              type="number"
              min={0}
              max={name === "requests_failed_percent" ? 100 : undefined}
              step={step}
              inputMode="decimal"
            />
          )}
        </Field>
      ))}
      <Field label={ABOUT_LABELS.currency} error={problems["impact.currency"]}>
        {(field) => (
          <Input
            {...field}
            {...control("currency")}
            maxLength={3}
            pattern="[A-Z]{3}"
            title="Three capital letters, as EUR"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={edit.isSaving}>
          {draft.clashes.length > 0 ? "Save over theirs" : "Save"}
        </Button>
        <Button variant="quiet" onClick={edit.discard}>
          Cancel
        </Button>
        {draft.restored && <p className="text-xs text-muted">Restored from your draft.</p>}
      </div>
    </form>
  );
}
