import { useRef, useState } from "react";
import { fieldProblems } from "@/api/problem";
import { addRule, editRule } from "@/api/routing";
import type { RoutingRule } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { ActionFields } from "@/features/routing/action-fields";
import { MatchFields } from "@/features/routing/match-fields";
import {
  BLANK_RULE,
  draftOf,
  faultsOf,
  type RuleDraft,
  type RuleFaults,
  ruleOf,
} from "@/features/routing/rule-draft";
import { RulePreviewNote } from "@/features/routing/rule-preview-note";
import { ruleSentence } from "@/features/routing/rule-sentence";
import { useRuleChange } from "@/features/routing/use-rule-change";
import { submitOnKey } from "@/lib/submit-key";

/** Makes or edits a rule, with the sentence that it comes to and what it would have done. */
export function RuleDialog({ rule, onClose }: { rule: RoutingRule | null; onClose: () => void }) {
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? draftOf(rule) : BLANK_RULE));
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useRuleChange(() => (rule ? editRule(rule.id, ruleOf(draft)) : addRule(ruleOf(draft))));
  const faults = faultsOf(draft);
  const shown = { ...serverFaults(save.error), ...(tried ? faults : {}) };
  const set = (changes: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const isSound = Object.keys(faults).filter((field) => field !== "name").length === 0;

  const send = () => {
    setTried(true);
    if (Object.keys(faults).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    save.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast(rule ? "The rule is saved." : "The rule is added; it is asked first.");
      },
    });
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
        {save.error && Object.keys(shown).length === 0 && (
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {rule ? "Save rule" : "Add rule"}
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
