import { Loader2 } from "lucide-react";
import type { Ref } from "react";
import { Field, TextArea } from "@/components/ui/field";
import { usePictures } from "@/features/timeline/use-pictures";

type TextBoxProps = {
  incidentId: string;
  label: string;
  hint?: string;
  value: string;
  onChange: (change: (before: string) => string) => void;
  error?: string | null;
  required?: boolean;
  rows?: number;
  box?: Ref<HTMLTextAreaElement>;
};

/** A text in Markdown, into which pictures can be pasted or dropped. */
export function TextBox(props: TextBoxProps) {
  const { incidentId, label, hint, value, onChange, error, required = true, rows = 2, box } = props;
  const pictures = usePictures(incidentId, (text, start, end) =>
    onChange((before) => before.slice(0, start) + text + before.slice(end)),
  );
  return (
    <Field label={label} required={required} error={pictures.refused ?? error} hint={hint}>
      {(control) => (
        <>
          <TextArea
            {...control}
            {...pictures.handlers}
            ref={box}
            rows={rows}
            value={value}
            onChange={(event) => {
              const typed = event.target.value;
              onChange(() => typed);
            }}
          />
          <p role="status" className="flex items-center gap-1.5 text-xs text-muted empty:hidden">
            {pictures.sending && (
              <>
                <Loader2 className="size-3 animate-spin" aria-hidden /> Adding the picture
              </>
            )}
          </p>
        </>
      )}
    </Field>
  );
}
