import { useQueryClient } from "@tanstack/react-query";
import { addRule, editRule, routingRulesQuery } from "@/api/routing";
import type { RoutingRule } from "@/api/types";
import { BLANK_RULE, type RuleDraft, ruleOf } from "@/features/routing/rule-draft";
import { changesOf, draftFrom, type RuleValues, valuesOf, versionOf } from "@/features/routing/rule-values";
import { useRuleChange } from "@/features/routing/use-rule-change";
import { OvertakenEdit, useEditDraft } from "@/lib/edit-draft";

const NEW = { values: valuesOf(BLANK_RULE), revision: 0 };

/**
 * A rule under way, kept as a draft until the server has it. Rules have no revision, so an edit looks at the rule as it
 * stands first: what others changed is taken over, and where both changed the same, `isOvertaken` holds instead of a save.
 */
export function useRuleEdit(rule: RoutingRule | null, onSaved: () => void) {
  const client = useQueryClient();
  const edit = useEditDraft(`routing-rule.${rule?.id ?? "new"}`, rule ? versionOf(rule) : NEW);

  const send = async (typed: RuleValues) => {
    if (rule === null) return { sent: typed, saved: await addRule(ruleOf(draftFrom(typed))) };
    const rules = await client.fetchQuery({ ...routingRulesQuery(), staleTime: 0 });
    const newest = rules.find(({ id }) => id === rule.id);
    const { base, values } = edit.over(newest ? versionOf(newest) : edit.base);
    return { sent: values, saved: await editRule(rule.id, changesOf(values, base.values)) };
  };
  const save = useRuleChange(async (typed: RuleValues) => {
    const { sent, saved } = await send(typed);
    if (edit.accepted(sent, rule ? versionOf(saved) : NEW)) onSaved();
    return saved;
  });
  const set = (changes: Partial<RuleDraft>) => edit.fill(valuesOf({ ...draftFrom(edit.values), ...changes }));
  return { edit, draft: draftFrom(edit.values), set, save, isOvertaken: save.error instanceof OvertakenEdit };
}
