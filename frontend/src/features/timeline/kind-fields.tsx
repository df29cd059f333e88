import type { EntryKind } from "@/api/types";
import { Field, Input, Select } from "@/components/ui/field";
import { AUDIENCES, NEXT_UPDATES } from "@/features/timeline/words";

type Values = { audience: string; next_in: string; service: string; version: string };
type KindFieldsProps = {
  kind: EntryKind;
  values: Values;
  set: (name: keyof Values, value: string) => void;
  problems: Record<string, string>;
};

/** What a new entry of that kind says beside its text. */
export function KindFields({ kind, values, set, problems }: KindFieldsProps) {
  const control = (name: keyof Values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  if (kind === "status_update") {
    return (
      <div className="grid gap-2 sm:grid-cols-2">
        <Field label="Audience" required error={problems.audience}>
          {(props) => <Select {...props} {...control("audience")} options={Object.entries(AUDIENCES)} />}
        </Field>
        <Field label="Next update" required error={problems.next_update_at}>
          {(props) => <Select {...props} {...control("next_in")} options={NEXT_UPDATES} />}
        </Field>
      </div>
    );
  }
  if (kind === "deploy") {
    return (
      <div className="grid grid-cols-2 gap-2">
        <Field label="Service" error={problems.service}>
          {(props) => <Input {...props} {...control("service")} placeholder="The incident's" />}
        </Field>
        <Field label="Version" required error={problems.version}>
          {(props) => <Input {...props} {...control("version")} className="font-mono" />}
        </Field>
      </div>
    );
  }
  return null;
}
