import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

const CONTROL =
  "block w-full rounded-md border bg-surface px-2.5 text-ink placeholder:text-muted aria-invalid:border-bad border-edge hover:border-soft max-sm:text-base";

type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: true; required?: boolean };

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  required?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** A label, its control, a hint and the error that belongs to it, tied together for screen readers. */
export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={clsx("min-w-0 space-y-1", className)}>
      <label htmlFor={id} className="flex items-baseline gap-1.5 text-xs font-medium text-soft">
        {label}
        {!required && <span className="font-normal text-muted">optional</span>}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        required,
      })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input dir="auto" className={clsx(CONTROL, "h-9 max-sm:h-10", className)} {...rest} />;
}

export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={clsx(CONTROL, "resize-y py-1.5 leading-5", className)}
      {...rest}
    />
  );
}

type SelectProps = ComponentProps<"select"> & {
  options: readonly (readonly [value: string, label: string])[];
};

export function Select({ className, options, ...rest }: SelectProps) {
  return (
    <select className={clsx(CONTROL, "h-9 pr-7 max-sm:h-10", className)} {...rest}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
