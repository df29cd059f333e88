import { useEffect, useRef } from "react";
import type { TimelineItem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { DiffText } from "@/components/ui/diff-text";
import { Field, Input, Select } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { type EditValues, FIELD_LABELS } from "@/features/timeline/edit-values";
import { RemovedNote } from "@/features/timeline/removed-note";
import { TextBox } from "@/features/timeline/text-box";
import { useEntryEdit } from "@/features/timeline/use-entry-edit";
import { AUDIENCES, REMOVED_WORDS, STATES } from "@/features/timeline/words";
import { submitOnKey } from "@/lib/submit-key";
import { toLocalInput } from "@/lib/time";
import { zoneHint } from "@/lib/zones";

type EntryEditorProps = {
  incidentId: string;
  item: TimelineItem;
  /** Whether somebody removed the entry meanwhile. */
  isGone: boolean;
  onClose: () => void;
};

/** Edits an entry where it stands; when somebody else was faster, shows both texts and loses neither. */
export function EntryEditor({ incidentId, item, isGone, onClose }: EntryEditorProps) {
  const edit = useEntryEdit(incidentId, item, isGone, onClose);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const close = () => {
    // An entry that is gone leaves with its form, and would take the focus with it.
    if (isGone) box.current?.closest("ol")?.focus();
    onClose();
  };
  return (
    <form
      noValidate
      aria-label="Edit the entry"
      className="min-w-0 space-y-2 pb-1"
      onKeyDown={(event) => {
        submitOnKey(event);
        if (event.key === "Escape" && !edit.isChanged) close();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        edit.submit();
      }}
    >
      {isGone && <RemovedNote incidentId={incidentId} item={item} edit={edit} onClose={close} />}
      {edit.isStale && !isGone && <Overtaken edit={edit} />}
      {edit.error && !edit.isStale && Object.keys(edit.problems).length === 0 && (
        <ProblemNote error={edit.error} doing="Saving" stillWorks="Your text is kept." />
      )}
      <TextBox
        incidentId={incidentId}
        label="Text"
        required={item.kind !== "deploy"}
        rows={4}
        box={box}
        value={edit.values.text}
        error={edit.problems.text}
        onChange={(change) => edit.update("text", change)}
      />
      <DetailFields kind={item.kind} edit={edit} />
      <Field
        label="Happened at"
        required
        error={edit.problems.happened_at}
        hint={zoneHint(edit.values.happened_at)}
      >
        {(props) => (
          <Input
            {...props}
            type="datetime-local"
            step={1}
            max={toLocalInput(new Date())}
            value={edit.values.happened_at}
            onChange={(event) => edit.update("happened_at", () => event.target.value)}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={close}>
          Cancel
        </Button>
        <Button size="sm" type="submit" busy={edit.isSaving}>
          {saveWord(isGone, edit.clashes.length > 0)}
        </Button>
      </div>
    </form>
  );
}

function saveWord(isGone: boolean, isClashing: boolean): string {
  if (isGone) return REMOVED_WORDS.restore;
  return isClashing ? "Save over theirs" : "Save";
}

/** What both changed, theirs and one's own; what only they changed is taken over already. */
function Overtaken({ edit }: { edit: ReturnType<typeof useEntryEdit> }) {
  const { clashes, theirs, values } = edit;
  return (
    <div role="alert" className="space-y-2 rounded-md border border-warn/60 bg-warn-wash p-2">
      <p>
        Somebody else changed this entry meanwhile.{" "}
        {clashes.length > 0
          ? "Below, from theirs to yours; saving keeps yours."
          : "What they changed is taken over. Save again to add yours."}
      </p>
      {clashes.map((name) => (
        <div key={name}>
          <p className="text-xs font-medium text-soft">{FIELD_LABELS[name]}</p>
          <DiffText
            label={`From their ${FIELD_LABELS[name].toLowerCase()} to yours`}
            before={theirs[name]}
            after={values[name]}
          />
        </div>
      ))}
      {clashes.length > 0 && (
        <Button size="sm" onClick={edit.takeTheirs}>
          Take theirs
        </Button>
      )}
    </div>
  );
}

type DetailFieldsProps = { kind: string; edit: ReturnType<typeof useEntryEdit> };

function DetailFields({ kind, edit }: DetailFieldsProps) {
  const control = (name: keyof EditValues) => ({
    value: edit.values[name],
    onChange: (event: { target: { value: string } }) => {
      const chosen = event.target.value;
      edit.update(name, () => chosen);
    },
  });
  if (kind === "hypothesis") {
    return (
      <Field label="State" required error={edit.problems.state}>
        {(props) => <Select {...props} {...control("state")} options={Object.entries(STATES)} />}
      </Field>
    );
  }
  if (kind === "status_update") {
    return (
      <Field label="Audience" required error={edit.problems.audience}>
        {(props) => <Select {...props} {...control("audience")} options={Object.entries(AUDIENCES)} />}
      </Field>
    );
  }
  if (kind !== "deploy") return null;
  return (
    <div className="grid grid-cols-2 gap-2">
      <Field label="Service" required error={edit.problems.service}>
        {(props) => <Input {...props} {...control("service")} />}
      </Field>
      <Field label="Version" required error={edit.problems.version}>
        {(props) => <Input {...props} {...control("version")} className="font-mono" />}
      </Field>
    </div>
  );
}
