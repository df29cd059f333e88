import clsx from "clsx";
import { Loader2 } from "lucide-react";
import type { ComponentProps } from "react";

type Variant = "primary" | "secondary" | "quiet" | "danger";
type Size = "sm" | "md";

const VARIANTS: Record<Variant, string> = {
  primary: "border-transparent bg-accent-solid text-on-accent font-semibold hover:brightness-110",
  secondary: "border-edge/60 bg-surface text-ink hover:bg-raised",
  quiet: "border-transparent bg-transparent text-soft hover:bg-raised hover:text-ink",
  danger: "border-bad/60 bg-surface text-bad hover:bg-bad-wash",
};

const SIZES: Record<Size, string> = {
  sm: "h-7 px-2 text-xs gap-1.5",
  md: "h-9 px-3 text-sm gap-2 max-sm:h-10",
};

/** The look of a button, for links that act as one. */
export function buttonClass(variant: Variant = "secondary", size: Size = "md"): string {
  return clsx(
    "inline-flex shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap",
    "disabled:cursor-not-allowed disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
    VARIANTS[variant],
    SIZES[size],
  );
}

type ButtonProps = ComponentProps<"button"> & { variant?: Variant; size?: Size; busy?: boolean };

export function Button({ variant, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(buttonClass(variant, size), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Loader2 className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}
