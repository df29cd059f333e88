import { Link } from "@tanstack/react-router";
import { CopyX, FileClock, FilePlus, FileX, type LucideIcon, Tags } from "lucide-react";
import type { DifferenceKind, MemoryDifference } from "@/api/types";
import { DocumentStateBadge } from "@/components/incident/memory-state";
import { Badge } from "@/components/ui/badge";

type Explanation = { word: string; icon: LucideIcon; todo: string };

const KINDS: Record<DifferenceKind, Explanation> = {
  missing: {
    word: "Missing",
    icon: FileX,
    todo: "Open it and retry; when many are missing, run memoryops memory rebuild.",
  },
  extra: {
    word: "Too much",
    icon: FilePlus,
    todo: "It is never used as evidence. A rebuild, or the next comparison after a start, takes out what is ours.",
  },
  stale: { word: "Old", icon: FileClock, todo: "Open it to see what differs, and retry." },
  duplicate: {
    word: "Double",
    icon: CopyX,
    todo: "Only the one with the incident's own id counts; the other one can be deleted in Hindsight.",
  },
  wrong_tags: { word: "Wrong tags", icon: Tags, todo: "Retry: it is written again with its tags." },
};

const HEAD = "px-2 py-1.5 text-start text-xs font-medium text-muted first:pl-0";
const CELL = "px-2 py-2 align-top first:pl-0";

/** What differs, in plain words, with what to do about it. */
export function DifferencesTable({ differences }: { differences: readonly MemoryDifference[] }) {
  return (
    <table aria-label="Differences" className="w-full text-sm">
      <thead className="border-b border-line max-md:hidden">
        <tr>
          {["Document", "Difference", "What was found", "What to do"].map((name) => (
            <th key={name} scope="col" className={HEAD}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {differences.map((difference) => (
          <Row key={`${difference.document_id}-${difference.kind}`} difference={difference} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ difference }: { difference: MemoryDifference }) {
  const { document_id: id, kind, detail, state } = difference;
  const { word, icon, todo } = KINDS[kind];
  return (
    <tr className="max-md:grid max-md:gap-1 max-md:py-2 max-md:[&>td]:p-0">
      <td className={`${CELL} space-y-1`}>
        {state === null ? (
          <span className="font-mono text-xs wrap-anywhere">{id}</span>
        ) : (
          <>
            <Link
              to="/memory/documents/$id"
              params={{ id }}
              className="mr-2 font-mono text-xs text-accent hover:underline"
            >
              {id}
            </Link>
            <DocumentStateBadge state={state} />
          </>
        )}
      </td>
      <td className={CELL}>
        <Badge icon={icon} tone="warn">
          {word}
        </Badge>
      </td>
      <td className={`${CELL} wrap-anywhere`}>
        {detail}
        {difference.expected_revision !== null && difference.held_revision !== null && (
          <span className="block text-xs text-muted">
            wanted revision {difference.expected_revision}, held {difference.held_revision}
          </span>
        )}
      </td>
      <td className={`${CELL} text-soft`}>{todo}</td>
    </tr>
  );
}
