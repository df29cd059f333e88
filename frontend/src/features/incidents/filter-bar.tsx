import { useRef } from "react";
import type { IncidentFilters } from "@/api/incidents";
import type { Severity, Status } from "@/api/types";
import { SEVERITIES, SEVERITY_ORDER, STATUSES } from "@/components/incident/labels";
import { Field, Select } from "@/components/ui/field";
import { TextFilter } from "@/components/ui/text-filter";
import { useCommand } from "@/lib/commands";

type FilterBarProps = { filters: IncidentFilters; onFilter: (filters: IncidentFilters) => void };

const STATUS_OPTIONS = [
  ["", "Any status"],
  ["open", "Open (all)"],
  ...Object.entries(STATUSES).map(([value, { word }]) => [value, word] as const),
] as const;

const SEVERITY_OPTIONS = [
  ["", "Any severity"],
  ...SEVERITY_ORDER.map((value) => [value, SEVERITIES[value].word] as const),
] as const;

export function FilterBar({ filters, onFilter }: FilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useCommand({ label: "Search in the list", keyName: "searchList", run: () => search.current?.focus() });
  return (
    <search className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <TextFilter
        label="Search"
        className="max-md:col-span-2"
        placeholder="Title, error, symptoms, cause… ( / )"
        value={filters.q ?? ""}
        inputRef={search}
        onSettled={(q) => onFilter({ ...filters, q: q || undefined })}
      />
      <Field label="Status" required>
        {({ required: _, ...props }) => (
          <Select
            {...props}
            value={filters.status ?? ""}
            options={STATUS_OPTIONS}
            onChange={(event) =>
              onFilter({ ...filters, status: (event.target.value || undefined) as Status | undefined })
            }
          />
        )}
      </Field>
      <Field label="Severity" required>
        {({ required: _, ...props }) => (
          <Select
            {...props}
            value={filters.severity ?? ""}
            options={SEVERITY_OPTIONS}
            onChange={(event) =>
              onFilter({ ...filters, severity: (event.target.value || undefined) as Severity | undefined })
            }
          />
        )}
      </Field>
      <TextFilter
        label="Service"
        className="max-md:col-span-2"
        placeholder="Any service"
        value={filters.service ?? ""}
        onSettled={(service) => onFilter({ ...filters, service: service || undefined })}
      />
    </search>
  );
}
