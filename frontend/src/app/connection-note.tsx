import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { memoryStatusQuery } from "@/api/memory";
import { ApiProblem } from "@/api/problem";

/** Says on every page when the server itself is out of reach; it goes by itself when the server is back. */
export function ConnectionNote() {
  const { error } = useQuery(memoryStatusQuery());
  if (error === null || error instanceof ApiProblem) return null;
  return (
    <div
      role="alert"
      className="mb-4 flex items-start gap-2.5 rounded-md border border-bad/50 bg-bad-wash px-3 py-2.5 text-sm"
    >
      <CloudOff className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <p>
        <strong className="font-semibold">The MemoryOps server does not answer.</strong> What is on screen may
        be old. Typed text is kept in this browser. Check the server or your connection; this page goes on by
        itself.
      </p>
    </div>
  );
}
