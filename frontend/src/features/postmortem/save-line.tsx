import { CloudOff, TriangleAlert } from "lucide-react";
import { describeProblem } from "@/api/problem";
import type { SaveState } from "@/features/postmortem/section-draft";

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Whether what was typed is with the server yet. */
export function SaveLine({
  state,
  savedAt,
  error,
}: {
  state: SaveState;
  savedAt: Date | null;
  error: unknown;
}) {
  return (
    <p role="status" className="flex min-h-4 items-center gap-1 text-xs text-muted">
      {state === "offline" && <CloudOff className="size-3.5 text-warn" aria-hidden />}
      {(state === "refused" || state === "conflict") && (
        <TriangleAlert className="size-3.5 text-warn" aria-hidden />
      )}
      <span className="tabular">{lineOf(state, savedAt, error)}</span>
    </p>
  );
}

function lineOf(state: SaveState, savedAt: Date | null, error: unknown): string {
  if (state === "saving") return "Saving…";
  if (state === "waiting") return "Not saved yet";
  if (state === "offline")
    return "Not saved: offline. Kept in this browser, and saved when the server is back.";
  if (state === "conflict") return "Not saved: somebody else saved this section too.";
  if (state === "refused") return `Not saved: ${describeProblem(error).advice}`;
  return savedAt ? `Saved ${clock.format(savedAt)}` : "";
}
