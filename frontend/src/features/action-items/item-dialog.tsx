import { type ReactNode, useState } from "react";
import { fieldProblems } from "@/api/problem";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNote } from "@/components/ui/problem-note";
import type { ItemDraft } from "@/features/action-items/item-draft";
import { ItemFields } from "@/features/action-items/item-fields";
import type { DraftHandle } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";
import { filled } from "@/lib/text";

type ItemDialogProps = {
  title: string;
  action: string;
  dueHint: string;
  draft: Pick<DraftHandle<ItemDraft>, "values" | "set">;
  error: unknown;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** Where giving up is more than closing. */
  onCancel?: () => void;
  notice?: ReactNode;
};

/** The form of an action item; what is typed is kept until the server has taken it. */
export function ItemDialog({
  title,
  action,
  dueHint,
  draft,
  error,
  busy,
  onSubmit,
  onClose,
  onCancel = onClose,
  notice,
}: ItemDialogProps) {
  const [tried, setTried] = useState(false);
  const isBlank = filled(draft.values.title) === null;
  const problems = {
    ...fieldProblems(error),
    ...(tried && isBlank ? { title: "Say what is to be done." } : {}),
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form
        noValidate
        className="space-y-4"
        onKeyDown={submitOnKey}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isBlank && !busy) onSubmit();
        }}
      >
        {notice}
        {error != null && !notice && Object.keys(problems).length === 0 && (
          <ProblemNote error={error} doing="Saving" stillWorks="Your text is kept." />
        )}
        <ItemFields draft={draft} problems={problems} dueHint={dueHint} />
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 border-t border-line bg-surface px-5 py-3">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
