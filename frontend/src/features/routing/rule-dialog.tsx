import { useRef, useState } from "react";
import { fieldProblems } from "@/api/problem";
import type { RoutingRule } from "@/api/types";
import { ConflictNote } from "@/components/conflict-note";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { ActionFields } from "@/features/routing/action-fields";
import { MatchFields } from "@/features/routing/match-fields";
import { faultsOf, type RuleDraft, type RuleFaults, ruleOf } from "@/features/routing/rule-draft";
import { RulePreviewNote } from "@/features/routing/rule-preview-note";
import { ruleSentence } from "@/features/routing/rule-sentence";
import { RULE_LABELS } from "@/features/routing/rule-values";
import { useRuleEdit } from "@/features/routing/use-rule-edit";
import { submitOnKey } from "@/lib/submit-key";

/** Makes or edits a rule, with the sentence that it comes to and what it would have done. */
export function RuleDialog({ rule, onClose }: { rule: RoutingRule | null; onClose: () => void }) {
  const { edit, draft, set, save, isOvertaken } = useRuleEdit(rule, () => {
    onClose();
    toast(rule ? "The rule is saved." : "The rule is added; it is asked first.");
  });
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const faults = faultsOf(draft);
  const shown = { ...serverFaults(save.error), ...(tried ? faults : {}) };
  const isSound = Object.keys(faults).filter((field) => field !== "name").length === 0;

  const send = () => {
    setTried(true);
    if (Object.keys(faults).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (!save.isPending) save.mutate(edit.values);
  };
  const giveUp = () => {
    edit.discard();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={rule ? `Edit “${rule.name}”` : "New routing rule"}
      description={isSound ? ruleSentence(ruleOf(draft)) : "Put right what is marked below."}
    >
      <form
        ref={form}
        noValidate
        onKeyDown={submitOnKey}
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {isOvertaken && (
          <ConflictNote
            what="rule"
            labels={RULE_LABELS}
            theirs={edit.base.values}
            mine={edit.values}
            fields={edit.clashes}
            onTakeTheirs={(field) => edit.takeTheirs([field])}
          />
        )}
        {save.error && !isOvertaken && Object.keys(shown).length === 0 && (
          <ProblemNote error={save.error} doing="Saving the rule" stillWorks="The rules are as before." />
        )}
        <Field label="Name" required error={shown.name}>
          {(props) => (
            <Input
              {...props}
              maxLength={120}
              autoComplete="off"
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <MatchFields draft={draft} faults={shown} onChange={set} />
        <ActionFields draft={draft} faults={shown} onChange={set} />
        <RulePreviewNote
          rule={isSound ? { ...ruleOf(draft), name: draft.name.trim() || "New rule" } : null}
        />
        <div className="flex justify-end gap-2">
          {edit.restored && (
            <p className="mr-auto self-center text-xs text-muted">Restored from your draft.</p>
          )}
          <Button onClick={giveUp}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {edit.clashes.length > 0 ? "Save over theirs" : rule ? "Save rule" : "Add rule"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const FIELDS: readonly (readonly [path: string, field: keyof RuleDraft])[] = [
  ["match.sources", "sources"],
  ["match.services", "services"],
  ["match.labels", "labels"],
  ["group_labels", "groupLabels"],
  ["window_minutes", "window"],
  ["limit_per_minute", "limit"],
  ["severity", "severity"],
  ["name", "name"],
];

/** The server's problems at the fields of the form that they are about. */
function serverFaults(error: unknown): RuleFaults {
  const found = Object.entries(fieldProblems(error)).flatMap(([path, message]) => {
    const field = FIELDS.find(([start]) => path.startsWith(start))?.[1];
    return field ? [[field, message] as const] : [];
  });
  return Object.fromEntries(found);
}
