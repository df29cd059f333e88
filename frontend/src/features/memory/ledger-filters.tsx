import { useQuery } from "@tanstack/react-query";
import { ArchiveX, Eraser } from "lucide-react";
import { memoryStatusQuery } from "@/api/memory";
import type { DocumentState } from "@/api/types";
import { DOCUMENT_STATE_ORDER, DOCUMENT_STATES } from "@/components/incident/memory-state";
import { Chip } from "@/components/ui/chip";
import { TextFilter } from "@/components/ui/text-filter";
import { type LedgerSearch, statesAsText, statesOf } from "@/features/memory/memory-search";

type LedgerFilterBarProps = { search: LedgerSearch; onSearch: (search: LedgerSearch) => void };

/** States as chips with their counts, and a document by its incident's id; all of it in the address. */
export function LedgerFilterBar({ search, onSearch }: LedgerFilterBarProps) {
  const counts = useQuery(memoryStatusQuery()).data?.documents;
  const chosen = statesOf(search.state);
  const shown = DOCUMENT_STATE_ORDER.filter((state) => (counts?.[state] ?? 0) > 0 || chosen.includes(state));
  const toggle = (state: DocumentState) => {
    const next = chosen.includes(state) ? chosen.filter((one) => one !== state) : [...chosen, state];
    onSearch({ ...search, state: statesAsText(next) });
  };
  const isForgotten = search.reason === "forgotten";
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <fieldset className="min-w-0">
        <legend className="mb-1 text-xs font-medium text-soft">Show</legend>
        <div className="flex flex-wrap gap-1.5">
          <Chip
            word="All"
            count={counts && Object.values(counts).reduce((sum, count) => sum + count, 0)}
            pressed={chosen.length === 0 && !search.reason}
            onPress={() => onSearch({ q: search.q })}
          />
          {shown.map((state) => (
            <Chip
              key={state}
              word={DOCUMENT_STATES[state].word}
              icon={DOCUMENT_STATES[state].icon}
              count={counts?.[state] ?? 0}
              pressed={chosen.includes(state)}
              onPress={() => toggle(state)}
            />
          ))}
          <Chip
            word="Forgotten"
            icon={Eraser}
            pressed={isForgotten}
            onPress={() => onSearch({ ...search, reason: isForgotten ? undefined : "forgotten" })}
          />
          {search.reason && !isForgotten && (
            <Chip
              word={search.reason.replaceAll("_", " ")}
              icon={ArchiveX}
              pressed
              onPress={() => onSearch({ ...search, reason: undefined })}
            />
          )}
        </div>
      </fieldset>
      <TextFilter
        label="Find"
        className="w-full sm:w-56"
        placeholder="INC-104, or words of it"
        value={search.q ?? ""}
        onSettled={(q) => onSearch({ ...search, q: q || undefined })}
      />
    </div>
  );
}
