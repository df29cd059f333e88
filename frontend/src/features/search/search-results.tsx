import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import type { SearchHit } from "@/api/types";
import { SampleBadge, SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { Timestamp } from "@/components/ui/timestamp";
import { addressOfHit } from "@/features/search/hit-address";
import { Snippet } from "@/features/search/snippet";
import { FIELDS, SEARCH_KINDS } from "@/features/search/words";
import { sentence } from "@/lib/text";

/** What was found, by what it is, in each the newest first; the arrow keys go from one to the next. */
export function SearchResults({ hits }: { hits: readonly SearchHit[] }) {
  const kinds = [...new Set(hits.map(({ kind }) => kind))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is focused; arrows only move among them.
    <div className="space-y-4" onKeyDown={moveAmongLinks}>
      {kinds.map((kind) => (
        <Group key={kind} kind={kind} hits={hits.filter((hit) => hit.kind === kind)} />
      ))}
    </div>
  );
}

function Group({ kind, hits }: { kind: SearchHit["kind"]; hits: readonly SearchHit[] }) {
  const { many, icon: Icon } = SEARCH_KINDS[kind];
  return (
    <section aria-label={many} className="overflow-hidden rounded-lg border border-line bg-surface">
      <h2 className="flex min-h-11 items-center gap-2 border-b border-line px-4 text-sm font-semibold">
        <Icon className="size-4 text-muted" aria-hidden /> {many}
        <span className="tabular text-xs font-normal text-muted">{hits.length}</span>
      </h2>
      <ul className="divide-y divide-line">
        {hits.map((hit) => (
          <Row key={`${hit.kind}-${hit.id}-${hit.field}`} hit={hit} />
        ))}
      </ul>
    </section>
  );
}

function Row({ hit }: { hit: SearchHit }) {
  return (
    <li className="relative space-y-1 px-4 py-2.5 hover:bg-raised">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted sm:flex-nowrap sm:items-start">
        <SeverityBadge severity={hit.severity} />
        <Link
          {...addressOfHit(hit)}
          data-search-hit
          dir="auto"
          className="text-sm font-medium text-ink wrap-anywhere max-sm:order-last max-sm:basis-full sm:min-w-0 sm:flex-1 after:absolute after:inset-0 hover:underline"
        >
          <span className="font-mono text-accent">{hit.incident_id}</span> {hit.title}
        </Link>
        <span className="flex shrink-0 flex-wrap items-center gap-1.5">
          {hit.sample && <SampleBadge />}
          <StatusBadge status={hit.status} />
        </span>
      </p>
      <Snippet snippet={hit.snippet} />
      <p className="flex flex-wrap gap-x-2 text-xs text-muted">
        <span>{whereIn(hit)}</span>
        <span dir="auto" className="wrap-anywhere">
          by {hit.by}
        </span>
        <Timestamp at={hit.at} form="both" />
        <span dir="auto" className="wrap-anywhere">
          {hit.service}
        </span>
      </p>
    </li>
  );
}

function whereIn({ kind, field, id }: SearchHit): string {
  if (kind === "feedback") return field === "analysis" ? "On the analysis" : `On ${field} as evidence`;
  if (kind === "action_item") return id;
  return FIELDS[field] ?? sentence(field.replaceAll("_", " "));
}

function moveAmongLinks(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-search-hit]")];
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
