import { SlidersHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import type { ActionItemFilters } from "@/api/action-items";
import type { ActionItemCounts } from "@/api/types";
import { SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { TextFilter } from "@/components/ui/text-filter";
import { readActionItemsSearch } from "@/features/action-items/action-items-search";
import { KIND_ORDER, KINDS, NOBODY, PRIORITIES, PRIORITY_ORDER } from "@/features/action-items/words";
import { useCommand } from "@/lib/commands";

type FilterBarProps = {
  filters: ActionItemFilters;
  owners: ActionItemCounts["owners"];
  onFilter: (filters: ActionItemFilters) => void;
};

type Option = readonly [value: string, label: string];

const SEVERITY_OPTIONS: readonly Option[] = [
  ["", "Any"],
  ...SEVERITY_ORDER.map((value) => [value, SEVERITIES[value].word] as const),
];
const KIND_OPTIONS: readonly Option[] = [
  ["", "Any"],
  ...KIND_ORDER.map((value) => [value, KINDS[value].word] as const),
];
const PRIORITY_OPTIONS: readonly Option[] = [
  ["", "Any"],
  ...PRIORITY_ORDER.map((value) => [value, PRIORITIES[value].word] as const),
];

/** Names as they are, behind a mark that no other option begins with. */
const named = (owner: string): Option => [`=${owner}`, owner];

/** Narrows board and list; everything chosen here stands in the address. */
export function FilterBar({ filters, owners, onFilter }: FilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useCommand({ label: "Search in the list", keyName: "searchList", run: () => search.current?.focus() });
  const [all, setAll] = useState(!!(filters.severity || filters.kind || filters.priority));
  const more = all ? "" : " max-sm:hidden";
  const names = owners.flatMap(({ owner }) => owner ?? []);
  const known = filters.owner && !names.includes(filters.owner) ? [filters.owner, ...names] : names;
  const ownerOptions: Option[] = [["", "Anybody"], ["nobody", NOBODY], ...known.map(named)];
  const choose = (field: keyof ActionItemFilters) => (value: string) =>
    onFilter(readActionItemsSearch({ ...filters, [field]: value }));
  return (
    <search className="grid grid-cols-6 gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(5,minmax(0,1fr))]">
      <TextFilter
        label="Search"
        className="max-lg:col-span-6"
        placeholder="Words of title or details ( / )"
        value={filters.q ?? ""}
        inputRef={search}
        onSettled={choose("q")}
      />
      <Choice
        label="Owner"
        className="max-lg:col-span-3"
        value={filters.unowned ? "nobody" : filters.owner && `=${filters.owner}`}
        options={ownerOptions}
        onChange={(value) =>
          onFilter({
            ...filters,
            owner: value.startsWith("=") ? value.slice(1) : undefined,
            unowned: value === "nobody" || undefined,
          })
        }
      />
      <TextFilter
        label="Service"
        className="max-lg:col-span-3"
        placeholder="Any service"
        value={filters.service ?? ""}
        onSettled={choose("service")}
      />
      <Button
        size="sm"
        variant="quiet"
        aria-expanded={all}
        className="col-span-6 justify-self-start sm:hidden"
        onClick={() => setAll(!all)}
      >
        <SlidersHorizontal aria-hidden /> {all ? "Fewer filters" : "More filters"}
      </Button>
      <Choice
        label="Severity"
        className={`max-lg:col-span-2 max-sm:col-span-3${more}`}
        value={filters.severity}
        options={SEVERITY_OPTIONS}
        onChange={choose("severity")}
      />
      <Choice
        label="Kind"
        className={`max-lg:col-span-2 max-sm:col-span-3${more}`}
        value={filters.kind}
        options={KIND_OPTIONS}
        onChange={choose("kind")}
      />
      <Choice
        label="Priority"
        className={`max-lg:col-span-2 max-sm:col-span-6${more}`}
        value={filters.priority}
        options={PRIORITY_OPTIONS}
        onChange={choose("priority")}
      />
    </search>
  );
}

type ChoiceProps = {
  label: string;
  className: string;
  value: string | undefined;
  options: readonly Option[];
  onChange: (value: string) => void;
};

function Choice({ label, className, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} required className={className}>
      {({ required: _, ...props }) => (
        <Select
          {...props}
          value={value ?? ""}
          options={options}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
