import { GitCompareArrows } from "lucide-react";
import { Button } from "@/components/ui/button";

type ConflictNoteProps<Name extends string> = {
  what: string;
  labels: Readonly<Record<Name, string>>;
  theirs: Readonly<Record<Name, string>>;
  mine: Readonly<Record<Name, string>>;
  fields: readonly Name[];
  onTakeTheirs: (field: Name) => void;
};

/** Both versions of every field that two people changed. */
export function ConflictNote<Name extends string>(props: ConflictNoteProps<Name>) {
  const { what, labels, theirs, mine, fields, onTakeTheirs } = props;
  return (
    <div role="alert" className="space-y-3 rounded-md border border-warn/60 bg-warn-wash p-3 text-sm">
      <p className="flex items-start gap-2 font-medium">
        <GitCompareArrows className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        Somebody else changed this {what} while you were editing. Nothing you typed is lost.
      </p>
      {fields.length === 0 ? (
        <p className="text-soft">They changed other fields; those are taken over. Save again to add yours.</p>
      ) : (
        <ul className="space-y-2">
          {fields.map((field) => (
            <li key={field} className="space-y-1">
              <p className="text-xs font-medium text-soft">{labels[field]}</p>
              <Version whose="Theirs" text={theirs[field]} />
              <Version whose="Yours" text={mine[field]} />
              <Button size="sm" onClick={() => onTakeTheirs(field)}>
                Take theirs
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Version({ whose, text }: { whose: string; text: string }) {
  return (
    <p className="flex gap-2">
      <span className="w-12 shrink-0 text-xs text-muted">{whose}</span>
      <span dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        {text || <em className="text-muted">blank</em>}
      </span>
    </p>
  );
}
