import clsx from "clsx";
import type { LucideIcon } from "lucide-react";

type ChipProps = { word: string; icon?: LucideIcon; count?: number; pressed: boolean; onPress: () => void };

/** A filter that is on or off, with how many it would show. */
export function Chip({ word, icon: Icon, count, pressed, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={clsx(
        "inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 text-xs font-medium",
        pressed
          ? "border-accent bg-accent-wash text-ink"
          : "border-edge/50 bg-surface text-soft hover:bg-raised",
      )}
    >
      {Icon && <Icon className="size-3.5" aria-hidden />}
      {word} {count !== undefined && <span className="tabular text-muted">{count}</span>}
    </button>
  );
}
