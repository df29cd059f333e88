import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NotebookPen } from "lucide-react";
import { useRef, useState } from "react";
import { addNote, timelineQuery } from "@/api/incidents";
import { fieldProblems } from "@/api/problem";
import { Button } from "@/components/ui/button";
import { Field, Input, TextArea } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { useCommand } from "@/lib/commands";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";
import { filled } from "@/lib/text";
import { fromLocalInput, toLocalInput } from "@/lib/time";

const BLANK = { text: "", happened_at: "" };

/** Adds a note; `n` reaches it from anywhere on the page. */
export function NoteForm({ incidentId }: { incidentId: string }) {
  const client = useQueryClient();
  const draft = useDraft(`note.${incidentId}`, BLANK);
  const [earlier, setEarlier] = useState(draft.values.happened_at !== "");
  const [blank, setBlank] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const add = useMutation({
    mutationFn: () => addNote(incidentId, draft.values.text, fromLocalInput(draft.values.happened_at)),
    onSuccess: () => {
      draft.clear();
      setEarlier(false);
      box.current?.focus();
      void client.invalidateQueries(timelineQuery(incidentId));
    },
  });
  useCommand({ label: "Write a note", icon: NotebookPen, keyName: "note", run: () => box.current?.focus() });
  const problems = fieldProblems(add.error);
  const submit = () => {
    const isBlank = filled(draft.values.text) === null;
    setBlank(isBlank);
    if (isBlank) box.current?.focus();
    else add.mutate();
  };

  return (
    <form
      noValidate
      onKeyDown={submitOnKey}
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {add.error && Object.keys(problems).length === 0 && (
        <ProblemNote error={add.error} doing="Adding the note" stillWorks="Your text is kept." />
      )}
      <Field label="Add a note" required error={blank ? "Write something first." : problems.text}>
        {(props) => (
          <TextArea
            {...props}
            ref={box}
            rows={2}
            value={draft.values.text}
            onChange={(event) => draft.set("text", event.target.value)}
          />
        )}
      </Field>
      {earlier && (
        <Field label="Happened at" error={problems.happened_at} hint="In your own time zone.">
          {(props) => (
            <Input
              {...props}
              type="datetime-local"
              max={toLocalInput(new Date())}
              value={draft.values.happened_at}
              onChange={(event) => draft.set("happened_at", event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="flex justify-between gap-2">
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={earlier}
          onClick={() => {
            if (earlier) draft.set("happened_at", "");
            setEarlier(!earlier);
          }}
        >
          {earlier ? "It happened now" : "It happened earlier"}
        </Button>
        <Button type="submit" size="sm" busy={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}
