import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Megaphone, NotebookPen } from "lucide-react";
import { useRef, useState } from "react";
import { timelineQuery } from "@/api/incidents";
import { fieldProblems } from "@/api/problem";
import { addEntry } from "@/api/timeline";
import type { EntryKind } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { BLANK_ENTRY, type EntryDraft, entryOf, kindOf, missingIn } from "@/features/timeline/entry-draft";
import { KindFields } from "@/features/timeline/kind-fields";
import { TextBox } from "@/features/timeline/text-box";
import { KIND_ORDER, KINDS } from "@/features/timeline/words";
import { useCommand } from "@/lib/commands";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";
import { toLocalInput } from "@/lib/time";
import { zoneHint } from "@/lib/zones";

/** Adds an entry of any kind; `n` reaches its text from anywhere on the page, Ctrl+Enter sends it. */
export function EntryForm({ incidentId }: { incidentId: string }) {
  const client = useQueryClient();
  const draft = useDraft(`note.${incidentId}`, BLANK_ENTRY);
  const [isBackdating, setBackdating] = useState(false);
  const earlier = isBackdating || draft.values.happened_at !== "";
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [added, setAdded] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const kind = kindOf(draft.values);
  const add = useMutation({
    mutationFn: (sent: EntryDraft) => addEntry(incidentId, entryOf(sent, Date.now())),
    onSuccess: (_, sent) => {
      draft.accepted(sent);
      setBackdating(false);
      setAdded(KINDS[kindOf(sent)].added);
      box.current?.focus();
      // A status update changes when the next one is due.
      void client.invalidateQueries({ queryKey: timelineQuery(incidentId).queryKey.slice(0, -1) });
    },
  });
  useCommand({ label: "Write a note", icon: NotebookPen, keyName: "note", run: () => box.current?.focus() });
  useCommand({
    label: "Write a status update",
    icon: Megaphone,
    run: () => {
      choose("status_update");
      box.current?.focus();
    },
  });
  const choose = (chosen: EntryKind) => {
    setAdded(null);
    draft.set("kind", chosen);
  };
  const problems = { ...fieldProblems(add.error), ...missing };
  const submit = () => {
    if (add.isPending) return;
    const found = missingIn(draft.values);
    setMissing(found);
    if (found.text) box.current?.focus();
    if (Object.keys(found).length === 0) add.mutate(draft.values);
  };

  return (
    <form
      ref={form}
      noValidate
      tabIndex={-1}
      aria-label="New entry"
      onKeyDown={(event) => {
        submitOnKey(event);
        // What was typed stays; the single keys of the page answer again.
        if (event.key === "Escape" && !event.nativeEvent.isComposing) form.current?.focus();
      }}
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {add.error && Object.keys(problems).length === 0 && (
        <ProblemNote error={add.error} doing="Adding the entry" stillWorks="Your text is kept." />
      )}
      <KindChoice kind={kind} onChoose={choose} />
      <KindFields kind={kind} values={draft.values} set={draft.set} problems={problems} />
      <TextBox
        incidentId={incidentId}
        box={box}
        label={KINDS[kind].field}
        hint={KINDS[kind].hint}
        required={kind !== "deploy"}
        error={problems.text}
        value={draft.values.text}
        onChange={(change) => {
          setAdded(null);
          draft.update("text", change);
        }}
      />
      {earlier && (
        <Field label="Happened at" error={problems.happened_at} hint={zoneHint(draft.values.happened_at)}>
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
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={earlier}
          onClick={() => {
            if (earlier) draft.set("happened_at", "");
            setBackdating(!earlier);
          }}
        >
          {earlier ? "It happened now" : "It happened earlier"}
        </Button>
        <div className="min-w-0 flex-1 self-center text-right text-xs text-muted">
          <p role="status" className="text-soft empty:hidden">
            {added && (
              <>
                {added} <span className="max-sm:hidden">Esc leaves the box.</span>
              </>
            )}
          </p>
          {!added && <p className="max-sm:hidden">Ctrl+Enter adds it, Esc leaves the box.</p>}
        </div>
        <Button type="submit" size="sm" busy={add.isPending} title="Ctrl+Enter">
          {KINDS[kind].action}
        </Button>
      </div>
    </form>
  );
}

function KindChoice({ kind, onChoose }: { kind: EntryKind; onChoose: (kind: EntryKind) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Kind of entry</legend>
      {KIND_ORDER.map((name) => {
        const { word, icon: Icon } = KINDS[name];
        return (
          <label
            key={name}
            className={clsx(
              "inline-flex h-7 items-center gap-1.5 rounded-md border px-2 text-xs font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent",
              name === kind
                ? "border-accent bg-accent-wash text-ink"
                : "border-transparent text-soft hover:bg-raised",
            )}
          >
            <input
              type="radio"
              name="entry-kind"
              className="sr-only"
              checked={name === kind}
              onChange={() => onChoose(name)}
            />
            <Icon className="size-3.5 max-sm:hidden" aria-hidden />
            {word}
          </label>
        );
      })}
    </fieldset>
  );
}
