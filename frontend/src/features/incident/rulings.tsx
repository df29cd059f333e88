import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitMerge, type LucideIcon, Split, Undo2 } from "lucide-react";
import { rulingsQuery } from "@/api/fingerprints";
import type { Incident, Ruling, RulingKind } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Timestamp } from "@/components/ui/timestamp";
import { useUndo } from "@/features/incident/use-ruling";
import { counted } from "@/lib/text";

const ICONS: Record<RulingKind, LucideIcon> = { merge: GitMerge, split: Split };

/** The rulings that made this incident's error what it counts as; nothing where there are none. */
export function RulingsOf({ incident }: { incident: Incident }) {
  const rulings = useInfiniteQuery(rulingsQuery());
  const all = rulings.data?.pages.flatMap((page) => page.items) ?? [];
  const mine = all.filter((ruling) => concerns(ruling, incident));
  return (
    <>
      {mine.length > 0 && (
        <Disclosure summary={`${counted(mine.length, "ruling")} on this error`}>
          <RulingList rulings={mine} />
        </Disclosure>
      )}
      {all.length > 0 && (
        <Link to="/rulings" className="block text-xs text-accent hover:underline">
          All rulings on what counts as the same error
        </Link>
      )}
    </>
  );
}

function concerns(ruling: Ruling, { id, fingerprint }: Incident): boolean {
  return (
    ruling.incident_ids.includes(id) ||
    ruling.into === id ||
    ruling.source === fingerprint ||
    ruling.target === fingerprint
  );
}

/** Rulings as they were made, each with its way back. */
export function RulingList({ rulings }: { rulings: readonly Ruling[] }) {
  const undo = useUndo();
  return (
    <ul aria-label="Rulings, newest first" className="divide-y divide-line text-sm">
      {rulings.map((ruling) => (
        <li key={ruling.id} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
          <Told ruling={ruling} />
          {ruling.undone_at === null && (
            <Button
              size="sm"
              busy={undo.isPending && undo.variables === ruling.id}
              aria-label={`Undo ruling ${ruling.id}`}
              onClick={() => undo.mutate(ruling.id)}
            >
              <Undo2 aria-hidden /> Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Told({ ruling }: { ruling: Ruling }) {
  const Icon = ICONS[ruling.kind];
  return (
    <div className="min-w-0 flex-1 space-y-0.5">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <Icon className="size-4 shrink-0 text-muted" aria-hidden />
        <span className={ruling.undone_at ? "text-muted line-through" : undefined}>
          {ruling.incident_ids.map((id) => (
            <IncidentLink key={id} id={id} className="mr-1.5" />
          ))}
          {ruling.kind === "merge" ? "counts as the error of " : "is an error of its own"}
          {ruling.into && <IncidentLink id={ruling.into} />}
        </span>
        <span className="text-xs text-muted">· {counted(ruling.moved, "incident")} moved</span>
      </p>
      {ruling.reason && (
        <p dir="auto" className="prose-text text-soft">
          {ruling.reason}
        </p>
      )}
      <p className="text-xs text-muted">
        <span dir="auto">{ruling.by}</span> · <Timestamp at={ruling.at} form="both" />
        {ruling.undone_at && (
          <>
            {" · undone by "}
            <span dir="auto">{ruling.undone_by}</span> <Timestamp at={ruling.undone_at} />
          </>
        )}
      </p>
    </div>
  );
}
