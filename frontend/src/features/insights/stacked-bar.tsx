import clsx from "clsx";
import { counted } from "@/lib/text";

/** How a part looks: told apart by its fill, not by its colour alone. */
export type Look = "solid" | "outline" | "hatched" | "dotted";

export type Part = { word: string; count: number; look: Look };

const LOOKS: Record<Look, string> = {
  solid: "bg-accent-solid",
  outline: "border border-accent-solid",
  hatched: "border border-edge hatched",
  dotted: "border border-dotted border-edge",
};

/** The swatch that explains a part's look. */
export function Swatch({ look }: { look: Look }) {
  return <span aria-hidden className={clsx("inline-block size-3 shrink-0 rounded-[2px]", LOOKS[look])} />;
}

/** Says what each look means. */
export function Legend({ parts }: { parts: readonly (readonly [look: Look, word: string])[] }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-2xs text-muted">
      {parts.map(([look, word]) => (
        <span key={word} className="inline-flex items-center gap-1">
          <Swatch look={look} /> {word}
        </span>
      ))}
    </p>
  );
}

type StackedBarProps = { parts: readonly Part[]; most: number; className?: string };

/** Parts of a whole, side by side; `most` is what fills the width. */
export function StackedBar({ parts, most, className }: StackedBarProps) {
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <span
      role="img"
      aria-label={shown.map(({ word, count }) => `${count} ${word}`).join(", ") || "nothing"}
      className={clsx("flex h-2.5 gap-px", className)}
    >
      {shown.map(({ word, count, look }) => (
        <span
          key={word}
          title={counted(count, word, word)}
          className={clsx("block h-full min-w-1 rounded-[1px]", LOOKS[look])}
          style={{ width: `${(count / most) * 100}%` }}
        />
      ))}
    </span>
  );
}
