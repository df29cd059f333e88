import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { editIncident, incidentQuery } from "@/api/incidents";
import { ApiProblem, fieldProblems } from "@/api/problem";
import type { Incident } from "@/api/types";
import { SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { ConflictNote } from "@/features/incident/conflict-note";
import {
  changedFields,
  type EditField,
  type EditValues,
  editOf,
  editValuesOf,
  FIELD_LABELS,
} from "@/features/incident/edit-fields";
import { useChange } from "@/features/incident/use-change";
import { submitOnKey } from "@/lib/submit-key";

const SHORT: readonly EditField[] = ["service", "environment", "version", "commander"];
const LONG: readonly EditField[] = ["error", "symptoms"];
const LEARNED: readonly EditField[] = ["root_cause", "resolution", "ineffective_actions", "postmortem"];

type EditDialogProps = { incident: Incident; onClose: () => void };

/** Edits an incident; when somebody else was faster, shows both versions and loses neither. */
export function EditDialog({ incident, onClose }: EditDialogProps) {
  const client = useQueryClient();
  const [base, setBase] = useState(incident);
  const [values, setValues] = useState(() => editValuesOf(incident));
  const [theirs, setTheirs] = useState<EditField[]>([]);
  const save = useChange("Saving", () =>
    editIncident(base.id, base.revision, editOf(editValuesOf(base), values)),
  );
  const problems = fieldProblems(save.error);

  const set = (field: EditField, value: string) => setValues((before) => ({ ...before, [field]: value }));
  const meetConflict = async () => {
    const newest = await client.fetchQuery({ ...incidentQuery(base.id), staleTime: 0 });
    const [before, after] = [editValuesOf(base), editValuesOf(newest)];
    const mine = changedFields(before, values);
    const changed = changedFields(before, after);
    // Fields that only they changed are taken over; where both changed, mine stays until chosen otherwise.
    setValues({ ...after, ...Object.fromEntries(mine.map((field) => [field, values[field]])) } as EditValues);
    setTheirs(changed.filter((field) => mine.includes(field) && values[field] !== after[field]));
    setBase(newest);
  };
  const submit = () => {
    if (!isChanged) return onClose();
    save.mutate(undefined, {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof ApiProblem && error.status === 412) void meetConflict();
      },
    });
  };
  const stale = save.error instanceof ApiProblem && save.error.status === 412;
  const isChanged = changedFields(editValuesOf(base), values).length > 0;
  const isResolved = base.status === "resolved";
  const control = (field: EditField) => ({
    value: values[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Edit ${incident.id}`}
      dismissable={!isChanged}
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
        {stale && (
          <ConflictNote
            newest={base}
            mine={values}
            fields={theirs}
            onTakeTheirs={(field) => {
              set(field, editValuesOf(base)[field]);
              setTheirs((before) => before.filter((name) => name !== field));
            }}
          />
        )}
        {save.error && !stale && Object.keys(problems).length === 0 && (
          <ProblemNote error={save.error} doing="Saving" />
        )}
        <Field label="Title" required error={problems.title}>
          {(props) => <Input {...props} {...control("title")} />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Severity" required error={problems.severity}>
            {(props) => (
              <Select
                {...props}
                {...control("severity")}
                options={SEVERITY_ORDER.map((name) => [
                  name,
                  `${SEVERITIES[name].word}, ${SEVERITIES[name].meaning.split(":")[0]}`,
                ])}
              />
            )}
          </Field>
          <Field label="Impact started" error={problems.started_at} hint="In your own time zone.">
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
        {[...LONG, ...(isResolved ? LEARNED : [])].map((field) => (
          <Field key={field} label={FIELD_LABELS[field]} error={problems[field]}>
            {(props) => <TextArea rows={field === "postmortem" ? 10 : 3} {...props} {...control(field)} />}
          </Field>
        ))}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 border-t border-line bg-surface px-5 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {stale ? "Save over theirs" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
