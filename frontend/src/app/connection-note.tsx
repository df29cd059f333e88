import { useMutationState } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLostSince } from "@/app/use-lost";
import { announce } from "@/lib/announce";
import { counted } from "@/lib/text";
import { formatLocal, relativeTime, useNow } from "@/lib/time";

/** Says on every page that the server is out of reach, since when, and what still works; it goes by itself. */
export function ConnectionNote() {
  const since = useLostSince();
  const now = useNow(since === null ? 60_000 : 1_000);
  const waiting = useMutationState({ filters: { predicate: ({ state }) => state.isPaused } }).length;
  useToldConnection(since !== null);
  if (since === null) return null;
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
            , since {formatLocal(new Date(since))} ({relativeTime(since, now)}).
          </span>
        </p>
        <p className="text-soft">
          <span className="sm:hidden">What you type is kept; this page goes on by itself.</span>
          <span className="max-sm:hidden">
            What is on screen is from before. You can read and write on: what you type is kept in this
            browser, and this page goes on by itself when the server is back.
          </span>
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
