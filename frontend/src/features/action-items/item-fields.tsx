import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { actionItemCountsQuery } from "@/api/action-items";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { FIELD_LABELS, type ItemDraft } from "@/features/action-items/item-draft";
import { KIND_ORDER, KINDS, PRIORITIES, PRIORITY_ORDER } from "@/features/action-items/words";
import { useActor } from "@/lib/actor";
import type { DraftHandle } from "@/lib/draft";

type ItemFieldsProps = {
  draft: Pick<DraftHandle<ItemDraft>, "values" | "set">;
  problems: Record<string, string>;
  dueHint: string;
};

const KIND_OPTIONS = KIND_ORDER.map((kind) => [kind, KINDS[kind].word] as const);
const PRIORITY_OPTIONS = PRIORITY_ORDER.map((priority) => [priority, PRIORITIES[priority].word] as const);

export function ItemFields({ draft, problems, dueHint }: ItemFieldsProps) {
  const names = useId();
  const actor = useActor();
  const owners = useQuery(actionItemCountsQuery({})).data?.owners.flatMap(({ owner }) => owner ?? []) ?? [];
  const known = [...new Set([...(actor ? [actor] : []), ...owners])];
  const control = (field: keyof ItemDraft) => ({
    value: draft.values[field],
    onChange: (event: { target: { value: string } }) => draft.set(field, event.target.value),
  });
  return (
    <>
      <Field label={FIELD_LABELS.title} required error={problems.title}>
        {(props) => <Input {...props} {...control("title")} maxLength={200} autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={FIELD_LABELS.owner} error={problems.owner}>
          {(props) => (
            <Input {...props} {...control("owner")} list={names} maxLength={120} autoComplete="off" />
          )}
        </Field>
        <Field label={FIELD_LABELS.due_on} error={problems.due_on} hint={dueHint}>
          {(props) => <Input {...props} {...control("due_on")} type="date" />}
        </Field>
        <Field label={FIELD_LABELS.kind} required error={problems.kind} hint={meaningOf(draft.values.kind)}>
          {(props) => <Select {...props} {...control("kind")} options={KIND_OPTIONS} />}
        </Field>
        <Field label={FIELD_LABELS.priority} required error={problems.priority}>
          {(props) => <Select {...props} {...control("priority")} options={PRIORITY_OPTIONS} />}
        </Field>
      </div>
      <datalist id={names}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label={FIELD_LABELS.details} error={problems.details} hint="Markdown.">
        {(props) => <TextArea {...props} {...control("details")} rows={4} />}
      </Field>
      <Field label={FIELD_LABELS.link} error={problems.link}>
        {(props) => (
          <Input {...props} {...control("link")} type="url" inputMode="url" placeholder="https://" />
        )}
      </Field>
    </>
  );
}

function meaningOf(kind: string): string | undefined {
  const known = KIND_ORDER.find((name) => name === kind);
  return known && `So that ${KINDS[known].meaning}.`;
}
