import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "plain" | "accent" | "good" | "warn" | "bad" | "sev1" | "sev2" | "sev3" | "sev4";

const TONES: Record<Tone, string> = {
  plain: "text-soft border-edge/50",
  accent: "text-accent border-accent/50",
  good: "text-good border-good/50",
  warn: "text-warn border-warn/50",
  bad: "text-bad border-bad/50",
  sev1: "text-sev1 border-sev1/60",
  sev2: "text-sev2 border-sev2/60",
  sev3: "text-sev3 border-sev3/60",
  sev4: "text-sev4 border-sev4/60",
};

type BadgeProps = { tone?: Tone; icon?: LucideIcon; children: ReactNode; className?: string; title?: string };

/** A word with an icon; the colour only repeats what both already say. */
export function Badge({ tone = "plain", icon: Icon, children, className, title }: BadgeProps) {
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex items-center gap-1 rounded-sm border px-1.5 py-px text-xs font-medium whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {Icon && <Icon className="size-3.5 shrink-0" aria-hidden />}
      {children}
    </span>
  );
}
