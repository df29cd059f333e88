import { fieldProblems } from "@/api/problem";
import type { Incident } from "@/api/types";
import { ConflictNote } from "@/components/conflict-note";
import { SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { type EditField, FIELD_LABELS } from "@/features/incident/edit-fields";
import { useEdit } from "@/features/incident/use-edit";
import { submitOnKey } from "@/lib/submit-key";
import { zoneHint } from "@/lib/zones";

const SHORT: readonly EditField[] = ["service", "environment", "version", "commander", "comms", "scribe"];
const LONG: readonly EditField[] = ["error", "symptoms"];
const LEARNED: readonly EditField[] = ["root_cause", "resolution", "ineffective_actions", "postmortem"];
const SEVERITY_OPTIONS = SEVERITY_ORDER.map(
  (name) => [name, `${SEVERITIES[name].word}, ${SEVERITIES[name].meaning.split(":")[0]}`] as const,
);

type EditDialogProps = { incident: Incident; onClose: () => void };

/** Edits an incident; when somebody else was faster, shows both versions and loses neither. */
export function EditDialog({ incident, onClose }: EditDialogProps) {
  const edit = useEdit(incident, onClose);
  const problems = fieldProblems(edit.error);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Edit ${incident.id}`}
      dismissable={!edit.isChanged}
    >
      <form
        noValidate
        onKeyDown={submitOnKey}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          edit.submit();
        }}
      >
        {edit.isStale && (
          <ConflictNote
            what="incident"
            labels={FIELD_LABELS}
            theirs={edit.base}
            mine={edit.values}
            fields={edit.theirs}
            onTakeTheirs={edit.takeTheirs}
          />
        )}
        {edit.error && !edit.isStale && Object.keys(problems).length === 0 && (
          <ProblemNote error={edit.error} doing="Saving" stillWorks="Your text is kept." />
        )}
        <EditFields edit={edit} isResolved={incident.status === "resolved"} problems={problems} />
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 border-t border-line bg-surface px-5 py-3">
          {edit.restored && (
            <p className="mr-auto self-center text-xs text-muted">Restored from your draft.</p>
          )}
          <Button onClick={edit.discard}>Cancel</Button>
          <Button type="submit" variant="primary" busy={edit.isSaving}>
            {edit.isStale ? "Save over theirs" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type EditFieldsProps = {
  edit: ReturnType<typeof useEdit>;
  isResolved: boolean;
  problems: Record<string, string>;
};

function EditFields({ edit, isResolved, problems }: EditFieldsProps) {
  const control = (field: EditField) => ({
    value: edit.values[field],
    onChange: (event: { target: { value: string } }) => edit.set(field, event.target.value),
  });
  const texts = isResolved ? [...LONG, ...LEARNED] : LONG;
  return (
    <>
      <Field label="Title" required error={problems.title}>
        {(props) => <Input {...props} {...control("title")} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Severity" required error={problems.severity} hint="When unsure, the higher one.">
          {(props) => <Select {...props} {...control("severity")} options={SEVERITY_OPTIONS} />}
        </Field>
        <Field label="Impact started" error={problems.started_at} hint={zoneHint(edit.values.started_at)}>
          {(props) => <Input type="datetime-local" {...props} {...control("started_at")} />}
        </Field>
        {SHORT.map((field) => (
          <Field
            key={field}
            label={FIELD_LABELS[field]}
            required={field === "service"}
            error={problems[field]}
          >
            {(props) => <Input {...props} {...control(field)} />}
          </Field>
        ))}
      </div>
      <Field label={FIELD_LABELS.runbook} error={problems.runbook} hint="http:// or https://">
        {(props) => <Input type="url" {...props} {...control("runbook")} />}
      </Field>
      {texts.map((field) => (
        <Field key={field} label={FIELD_LABELS[field]} error={problems[field]}>
          {(props) => <TextArea rows={field === "postmortem" ? 10 : 3} {...props} {...control(field)} />}
        </Field>
      ))}
      {isResolved && (
        <Field
          label={FIELD_LABELS.same_as}
          error={problems.same_as}
          hint="Cleared, this resolution gets a document of its own in memory."
        >
          {(props) => <Input {...props} {...control("same_as")} className="font-mono" />}
        </Field>
      )}
    </>
  );
}
