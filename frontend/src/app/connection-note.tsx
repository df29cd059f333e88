import { useMutationState, useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useConnection } from "@/api/live";
import { memoryStatusQuery } from "@/api/memory";
import { ApiProblem } from "@/api/problem";
import { announce } from "@/lib/announce";
import { counted } from "@/lib/text";
import { formatLocal, relativeTime, useNow } from "@/lib/time";

/** A break as short as this is not worth a word. */
const GRACE_MS = 2_500;

/** Says on every page that the server is out of reach, since when, and what still works; it goes by itself. */
export function ConnectionNote() {
  const { open, since } = useConnection();
  const { error, errorUpdatedAt } = useQuery(memoryStatusQuery());
  const now = useNow(open ? 60_000 : 1_000);
  const waiting = useMutationState({ filters: { predicate: ({ state }) => state.isPaused } }).length;
  const unanswered = error !== null && !(error instanceof ApiProblem);
  const isLost = unanswered || (!open && now - since > GRACE_MS);
  useToldConnection(isLost);
  if (!isLost) return null;
  const from = open ? errorUpdatedAt : since;
  return (
    <div
      role="alert"
      className="sticky top-12 z-20 mb-4 flex items-start gap-2.5 rounded-md border border-bad/50 bg-bad-wash px-3 py-2.5 text-sm md:top-0"
    >
      <CloudOff className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 space-y-0.5">
        <p>
          <strong className="font-semibold">The MemoryOps server does not answer</strong>
          <span aria-live="off">
            , since {formatLocal(new Date(from))} ({relativeTime(from, now)}).
          </span>
        </p>
        <p className="text-soft">
          What is on screen is from before. You can read and write on: what you type is kept in this browser,
          and this page goes on by itself when the server is back.
          {waiting > 0 && ` ${counted(waiting, "change")} will be sent then.`}
        </p>
      </div>
    </div>
  );
}

function useToldConnection(isLost: boolean): void {
  const was = useRef(isLost);
  useEffect(() => {
    if (was.current && !isLost) announce("The server answers again; the page is up to date.");
    was.current = isLost;
  }, [isLost]);
}
