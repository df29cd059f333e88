import type { SearchFilters } from "@/api/search";
import { SEVERITIES, SEVERITY_ORDER, STATUSES } from "@/components/incident/labels";
import { Field, Input, Select } from "@/components/ui/field";
import { TextFilter } from "@/components/ui/text-filter";
import { readSearch } from "@/features/search/search-address";
import { SEARCH_KINDS } from "@/features/search/words";
import { dayHint } from "@/lib/zones";

type Options = readonly (readonly [string, string])[];
const KINDS: Options = [
  ["", "Anything"],
  ...Object.entries(SEARCH_KINDS).map(([value, { many }]) => [value, many] as const),
];
const SEVERITY: Options = [
  ["", "Any severity"],
  ...SEVERITY_ORDER.map((one) => [one, SEVERITIES[one].word] as const),
];
const STATUS: Options = [
  ["", "Any status"],
  ...Object.entries(STATUSES).map(([value, { word }]) => [value, word] as const),
];

type Props = { filters: SearchFilters; onFilter: (filters: SearchFilters) => void };

/** What narrows a search; everything chosen here stands in the address. */
export function SearchFilterBar({ filters, onFilter }: Props) {
  const choose = (name: keyof SearchFilters, value: string) =>
    onFilter(readSearch({ ...filters, [name]: value }));
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4 2xl:grid-cols-7">
      <Choice label="Written as" name="kind" options={KINDS} filters={filters} choose={choose} />
      <Choice label="Severity" name="severity" options={SEVERITY} filters={filters} choose={choose} />
      <Choice label="Status" name="status" options={STATUS} filters={filters} choose={choose} />
      <TextFilter
        label="Service"
        placeholder="Any service"
        value={filters.service ?? ""}
        onSettled={(service) => choose("service", service)}
      />
      <TextFilter
        label="Written by"
        className="max-md:col-span-2"
        placeholder="Anybody"
        value={filters.author ?? ""}
        onSettled={(author) => choose("author", author)}
      />
      <Day label="From" name="from" filters={filters} choose={choose} />
      <Day label="To" name="to" filters={filters} choose={choose} />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  name: keyof SearchFilters;
  filters: SearchFilters;
  choose: (name: keyof SearchFilters, value: string) => void;
};

function Choice({ label, name, options, filters, choose }: ChoiceProps & { options: Options }) {
  return (
    <Field label={label} required>
      {({ required: _, ...control }) => (
        <Select
          {...control}
          options={options}
          value={filters[name] ?? ""}
          onChange={(event) => choose(name, event.target.value)}
        />
      )}
    </Field>
  );
}

function Day({ label, name, filters, choose }: ChoiceProps) {
  return (
    <Field label={label} required hint={dayHint()}>
      {({ required: _, ...control }) => (
        <Input
          {...control}
          type="date"
          value={filters[name] ?? ""}
          onChange={(event) => choose(name, event.target.value)}
        />
      )}
    </Field>
  );
}
