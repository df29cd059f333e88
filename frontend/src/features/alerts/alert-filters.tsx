import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { AlertFilters } from "@/api/alerts";
import { sourcesQuery } from "@/api/integrations";
import { ALERT_STATUSES } from "@/components/alerts/labels";
import { SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Field, Select } from "@/components/ui/field";
import { TextFilter } from "@/components/ui/text-filter";
import { readAlertSearch } from "@/features/alerts/alert-search";
import { useCommand } from "@/lib/commands";

type AlertFilterBarProps = { filters: AlertFilters; onFilter: (filters: AlertFilters) => void };

const STATUS_OPTIONS = [
  ["", "Any status"],
  ...Object.entries(ALERT_STATUSES).map(([value, { word }]) => [value, word] as const),
] as const;

const SEVERITY_OPTIONS = [
  ["", "Any severity"],
  ...SEVERITY_ORDER.map((value) => [value, SEVERITIES[value].word] as const),
  ["unknown", "Not known"],
] as const;

/** Narrows the list; everything chosen here stands in the address. */
export function AlertFilterBar({ filters, onFilter }: AlertFilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useCommand({ label: "Search in the list", keyName: "searchList", run: () => search.current?.focus() });
  const sources = useQuery(sourcesQuery()).data ?? [];
  const sourceOptions = [
    ["", "Any source"],
    ...sources.map(({ name, label }) => [name, label] as const),
    ...(filters.source && !sources.some(({ name }) => name === filters.source)
      ? [[filters.source, filters.source] as const]
      : []),
  ] as const;
  const choose = (field: keyof AlertFilters, value: string) =>
    onFilter(readAlertSearch({ ...filters, [field]: value }));
  return (
    <search className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <TextFilter
        label="Search"
        className="max-md:col-span-2"
        placeholder="Words of the title ( / )"
        value={filters.q ?? ""}
        inputRef={search}
        onSettled={(q) => onFilter({ ...filters, q: q || undefined })}
      />
      <Choice
        label="Status"
        value={filters.status}
        options={STATUS_OPTIONS}
        onChange={(value) => choose("status", value)}
      />
      <Choice
        label="Severity"
        value={filters.severity}
        options={SEVERITY_OPTIONS}
        onChange={(value) => choose("severity", value)}
      />
      <Choice
        label="Source"
        value={filters.source}
        options={sourceOptions}
        onChange={(value) => choose("source", value)}
      />
      <TextFilter
        label="Service"
        placeholder="Any service"
        value={filters.service ?? ""}
        onSettled={(service) => onFilter({ ...filters, service: service || undefined })}
      />
    </search>
  );
}

type ChoiceProps = {
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} required>
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
