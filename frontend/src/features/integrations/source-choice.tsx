import { useEffect, useRef, useState } from "react";
import type { Source } from "@/api/types";
import { Field, Input } from "@/components/ui/field";
import { groupSources } from "@/features/integrations/source-groups";
import { counted } from "@/lib/text";

type SourceChoiceProps = {
  sources: readonly Source[];
  chosen: string | undefined;
  onChoose: (source: string) => void;
};

/** Sources by what they are for, narrowed by a search. */
export function SourceChoice({ sources, chosen, onChoose }: SourceChoiceProps) {
  const [search, setSearch] = useState("");
  const groups = groupSources(sources, search);
  const found = groups.reduce((sum, group) => sum + group.sources.length, 0);
  return (
    <div className="space-y-4">
      <Field label="Find a tool" required className="max-w-md">
        {({ required: _, ...props }) => (
          <Input
            {...props}
            type="search"
            value={search}
            placeholder="Grafana, PagerDuty, Zabbix…"
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      {sources.some(({ confirmed }) => !confirmed) && (
        <p className="text-xs text-muted">
          “Unconfirmed” is made after the vendor's documentation; no real delivery has been read yet.
        </p>
      )}
      <p role="status" className="sr-only">
        {search && counted(found, "tool")}
      </p>
      {groups.map((group) => (
        <fieldset key={group.name}>
          <legend className="mb-1.5 text-xs font-medium text-muted">{group.name}</legend>
          <div className="grid gap-1.5 sm:grid-cols-2 lg:grid-cols-3">
            {group.sources.map((source) => (
              <Choice
                key={source.name}
                source={source}
                checked={source.name === chosen}
                onChoose={onChoose}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

type ChoiceProps = { source: Source; checked: boolean; onChoose: (source: string) => void };

function Choice({ source, checked, onChoose }: ChoiceProps) {
  const box = useRef<HTMLInputElement>(null);
  const [wasChecked] = useState(checked);
  useEffect(() => {
    if (wasChecked) box.current?.scrollIntoView({ block: "nearest" });
  }, [wasChecked]);
  return (
    <label className="flex items-start gap-2.5 rounded-md border border-edge/40 px-2.5 py-2 text-sm hover:bg-raised has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        ref={box}
        type="radio"
        name="source"
        className="mt-1 size-3.5 shrink-0 accent-accent"
        checked={checked}
        onChange={() => onChoose(source.name)}
      />
      <span className="min-w-0">
        <span className="block font-medium">{source.label}</span>
        <span className="block text-xs text-muted">
          <span className="font-mono">{source.name}</span>
          {!source.confirmed && (
            <span title="Made after the vendor's documentation; no real delivery has been read yet.">
              {" · "}unconfirmed
            </span>
          )}
        </span>
      </span>
    </label>
  );
}
