import { useEffect, useState } from "react";
import { Field, Input } from "@/components/ui/field";
import { useDebounced } from "@/lib/use-debounced";

type TextFilterProps = {
  label: string;
  value: string;
  placeholder: string;
  className?: string;
  inputRef?: React.Ref<HTMLInputElement>;
  onSettled: (value: string) => void;
};

/** A text filter that applies once typing pauses. */
export function TextFilter({ label, value, placeholder, className, inputRef, onSettled }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  if (value !== applied) {
    setApplied(value);
    setTyped(value);
  }
  const settled = useDebounced(typed, 300);
  useEffect(() => {
    if (settled === typed && settled.trim() !== value) onSettled(settled.trim());
    // Only a pause in typing applies the filter; a new callback alone does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <Field label={label} required className={className}>
      {({ required: _, ...props }) => (
        <Input
          {...props}
          type="search"
          ref={inputRef}
          value={typed}
          placeholder={placeholder}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  );
}
