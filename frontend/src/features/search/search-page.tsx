import { useInfiniteQuery } from "@tanstack/react-query";
import { Search, SearchX } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { type SearchFilters, searchPagesQuery } from "@/api/search";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { ShowMore } from "@/components/ui/show-more";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { TextFilter } from "@/components/ui/text-filter";
import { SavedSearches } from "@/features/search/saved-searches";
import { SearchFilterBar } from "@/features/search/search-filters";
import { SearchResults } from "@/features/search/search-results";
import { WORDS } from "@/features/search/words";
import { useCommand } from "@/lib/commands";
import { useDocumentTitle } from "@/lib/document-title";
import { counted } from "@/lib/text";

type SearchPageProps = { filters: SearchFilters; onFilter: (filters: SearchFilters) => void };

/** Pixels from which the filters stand open; on a phone what was found comes first. */
const WIDE = 768;

function isNarrowed({ q: _, ...filters }: SearchFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Search over everything that people wrote; what is searched for stands in the address. */
export function SearchPage({ filters, onFilter }: SearchPageProps) {
  useDocumentTitle(filters.q ? `${filters.q} · ${WORDS.title}` : WORDS.title);
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  useCommand({ label: WORDS.ask, keyName: "searchList", run: () => field.current?.focus() });
  return (
    <div className="space-y-4">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {WORDS.title}
      </h1>
      <search className="space-y-3" onKeyDown={toFirstHit}>
        <TextFilter
          label={WORDS.ask}
          placeholder="Words of a title, an error, a note, a cause… ( / )"
          value={filters.q ?? ""}
          inputRef={field}
          onSettled={(q) => onFilter({ ...filters, q: q || undefined })}
        />
        <Disclosure summary="Filters" open={isNarrowed(filters) || window.innerWidth >= WIDE}>
          <SearchFilterBar filters={filters} onFilter={onFilter} />
        </Disclosure>
      </search>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4">
          {filters.q ? (
            <Found filters={filters} onFilter={onFilter} />
          ) : (
            <EmptyState icon={Search} title={WORDS.ask}>
              {WORDS.hint}
            </EmptyState>
          )}
        </div>
        <SavedSearches filters={filters} />
      </div>
    </div>
  );
}

/** Whoever comes here wants to type; on a phone a keyboard that nobody asked for would cover what was found. */
function useFocusOnArrival(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (window.innerWidth >= WIDE && !window.matchMedia("(pointer: coarse)").matches)
      field.current?.focus({ preventScroll: true });
  }, [field]);
}

function Found({ filters, onFilter }: SearchPageProps) {
  const pages = useInfiniteQuery(searchPagesQuery(filters));
  const hits = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {pages.data &&
          hits.length > 0 &&
          `${counted(hits.length, "result")}${pages.hasNextPage ? " so far" : ""}`}
      </p>
      {pages.error && (
        <ProblemNote error={pages.error} doing="Searching" onRetry={() => void pages.refetch()} />
      )}
      {pages.isPending && (
        <Loading what="what was found">
          <SkeletonRows rows={6} className="h-20" />
        </Loading>
      )}
      {pages.data && hits.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={WORDS.nothing}
          action={<Button onClick={() => onFilter({ q: filters.q })}>Clear filters</Button>}
        >
          {WORDS.nothingHint}
        </EmptyState>
      )}
      <SearchResults hits={hits} />
      <ShowMore pages={pages} />
    </>
  );
}

/** From the field, the down arrow goes to what was found. */
function toFirstHit(event: KeyboardEvent<HTMLElement>): void {
  const isField = event.target instanceof HTMLInputElement && event.target.type === "search";
  if (event.key !== "ArrowDown" || !isField) return;
  const first = document.querySelector<HTMLElement>("[data-search-hit]");
  if (first === null) return;
  event.preventDefault();
  first.focus();
}
