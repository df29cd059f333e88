import clsx from "clsx";
import { Eraser } from "lucide-react";
import type { ReactNode } from "react";
import { formatDay } from "@/lib/time";

type ForgottenNoteProps = { at: string; by: string | null; framed?: boolean; children?: ReactNode };

/** Stands, calmly, where words stood that a person had forgotten. */
export function ForgottenNote({ at, by, framed = true, children }: ForgottenNoteProps) {
  return (
    <div
      className={clsx(
        "flex items-start gap-2.5 text-sm",
        framed && "rounded-md border border-dotted border-edge bg-page px-3 py-2",
      )}
    >
      <Eraser className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 space-y-0.5">
        <p className="font-medium">
          Forgotten on <time dateTime={at}>{formatDay(new Date(at))}</time>
          {by && by !== "unknown" && (
            <>
              {" "}
              by <span dir="auto">{by}</span>
            </>
          )}
        </p>
        {children && <div className="text-soft">{children}</div>}
      </div>
    </div>
  );
}
