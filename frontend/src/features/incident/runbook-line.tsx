import { BookOpen, ExternalLink } from "lucide-react";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { hostOf } from "@/lib/links";

type RunbookLineProps = { incident: Incident; onEdit: () => void };

/** The runbook that applies, named by its host; an address that is none of the web stays text. */
export function RunbookLine({ incident: { runbook }, onEdit }: RunbookLineProps) {
  const host = runbook ? hostOf(runbook) : null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      <BookOpen className="size-4 shrink-0 text-muted" aria-hidden />
      <span className="font-medium">Runbook</span>
      {runbook === null ? (
        <>
          <span className="text-muted">none noted</span>
          <Button size="sm" variant="quiet" onClick={onEdit}>
            Add one
          </Button>
        </>
      ) : host === null ? (
        <code className="font-mono text-xs wrap-anywhere">{runbook}</code>
      ) : (
        <a
          href={runbook}
          title={runbook}
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 text-accent wrap-anywhere hover:underline"
        >
          {host}
          <span className="text-muted">{pathOf(runbook)}</span>
          <ExternalLink className="ml-1 inline size-3.5" aria-label="(opens a new tab)" />
        </a>
      )}
    </p>
  );
}

/** The beginning of the path, so that two runbooks of one wiki can be told apart. */
function pathOf(href: string): string {
  const { pathname } = new URL(href);
  if (pathname === "/") return "";
  return pathname.length > 48 ? `${pathname.slice(0, 47)}…` : pathname;
}
