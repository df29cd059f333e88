import { useEffect, useRef, useState } from "react";
import { describeProblem, fieldProblems } from "@/api/problem";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { WORDS } from "@/features/search/words";
import { filled } from "@/lib/text";

type NameFormProps = {
  label: string;
  submit: string;
  name: string;
  onName: (name: string) => void;
  error: unknown;
  busy: boolean;
  autoFocus?: boolean;
  onSubmit: () => void;
  onCancel?: () => void;
};

/** Names a search; without a name nothing is sent, and it says so. */
export function NameForm(props: NameFormProps) {
  const { name, error, busy } = props;
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (props.autoFocus) field.current?.select();
  }, [props.autoFocus]);
  const isBlank = filled(name) === null;
  const refused = error ? (fieldProblems(error).name ?? describeProblem(error).advice) : null;
  return (
    <form
      noValidate
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isBlank) field.current?.focus();
        else if (!busy) props.onSubmit();
      }}
    >
      <Field label={props.label} required error={tried && isBlank ? WORDS.nameless : refused}>
        {({ required: _, ...control }) => (
          <Input
            {...control}
            ref={field}
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => props.onName(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" busy={busy}>
          {props.submit}
        </Button>
        {props.onCancel && (
          <Button variant="quiet" onClick={props.onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
