import { Archive } from "lucide-react";
import { useState } from "react";
import type { Postmortem, PublishPreview } from "@/api/types";
import { Button } from "@/components/ui/button";
import { DiffText } from "@/components/ui/diff-text";
import { Disclosure } from "@/components/ui/disclosure";
import { FIELDS, NOT_REMEMBERED } from "@/features/postmortem/words";
import { counted } from "@/lib/text";

/** What will be remembered, as it will read, and on request what that changes of what is remembered now. */
export function Remembered({ preview }: { preview: PublishPreview }) {
  const [compared, setCompared] = useState(false);
  const { will_be_remembered: text, remembered_now: now } = preview;
  const isChange = text !== null && now !== null && now !== text;
  return (
    <section aria-label="What will be remembered" className="space-y-2">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 className="flex items-center gap-1.5 text-sm font-semibold">
          <Archive className="size-4" aria-hidden /> What will be remembered
        </h3>
        {isChange && (
          <Button size="sm" variant="quiet" aria-pressed={compared} onClick={() => setCompared(!compared)}>
            {compared ? "As it will read" : "What changes"}
          </Button>
        )}
      </div>
      {preview.not_remembered && (
        <p className="text-sm text-soft">{NOT_REMEMBERED[preview.not_remembered]}</p>
      )}
      {text !== null && now === text && <p className="text-sm text-soft">The same as is remembered now.</p>}
      {text !== null &&
        (compared && isChange ? (
          <DiffText
            label="What will be remembered, against what is remembered now"
            before={now}
            after={text}
            className="max-h-none!"
          />
        ) : (
          <p
            dir="auto"
            className="max-w-[75ch] rounded-md border border-line bg-page px-4 py-3 text-sm leading-6 whitespace-pre-wrap wrap-anywhere"
          >
            {text}
          </p>
        ))}
    </section>
  );
}

/** What publishing changes of the incident itself. */
export function Changes({ preview }: { preview: PublishPreview }) {
  if (preview.changes.length === 0)
    return <p className="text-sm text-soft">The incident itself stays as it is: nothing new is said.</p>;
  return (
    <Disclosure
      summary={`${counted(preview.changes.length, "field")} of the incident ${preview.changes.length === 1 ? "changes" : "change"}`}
    >
      <div className="space-y-3">
        {preview.changes.map((change) => (
          <div key={change.field} className="space-y-1">
            <p className="text-xs font-medium text-soft">{FIELDS[change.field]}</p>
            <DiffText
              label={FIELDS[change.field]}
              before={change.before ?? ""}
              after={change.after ?? ""}
              className="max-h-none!"
            />
          </div>
        ))}
      </div>
    </Disclosure>
  );
}

type RemarksProps = { preview: PublishPreview; sections: Postmortem["sections"] };

/** What one may want to put right first; nothing of it stops anybody. */
export function Remarks({ preview, sections }: RemarksProps) {
  const titles = preview.missing.map((key) => sections.find((section) => section.key === key)?.title ?? key);
  const remarks = [
    titles.length > 0 && `Nothing is written in: ${titles.join(", ")}.`,
    preview.open_comments > 0 && `${counted(preview.open_comments, "comment")} still open.`,
    preview.blame.length > 0 && `${counted(preview.blame.length, "phrase")} may read as blame.`,
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;
  return (
    <ul aria-label="Before you publish" className="list-disc space-y-0.5 pl-5 text-sm text-soft">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}
