import clsx from "clsx";
import type { ReactNode } from "react";

type ChipProps = { pressed: boolean; onPress: () => void; children: ReactNode };

/** One of a few choices, pressed or not. */
export function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={clsx(
        "tabular inline-flex h-9 min-w-11 items-center justify-center gap-1.5 rounded-md border px-2.5 text-sm font-medium max-sm:h-10",
        pressed
          ? "border-accent bg-accent-wash text-ink"
          : "border-edge/50 bg-surface text-soft hover:bg-raised",
      )}
    >
      {children}
    </button>
  );
}
