import { useQuery } from "@tanstack/react-query";
import { entryHistoryQuery } from "@/api/timeline";
import type { TimelineItem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { useEntryEdit } from "@/features/timeline/use-entry-edit";
import { REMOVED_WORDS } from "@/features/timeline/words";

type RemovedNoteProps = {
  incidentId: string;
  item: TimelineItem;
  edit: ReturnType<typeof useEntryEdit>;
  onClose: () => void;
};

/** Says who removed the entry under an edit, and what can be done with what was typed. */
export function RemovedNote({ incidentId, item, edit, onClose }: RemovedNoteProps) {
  const history = useQuery(entryHistoryQuery(incidentId, item.id));
  const by = history.data?.entry.removed_by ?? item.removed_by;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(edit.values.text);
      toast(REMOVED_WORDS.copied);
    } catch {
      toast(REMOVED_WORDS.notCopied, { tone: "bad" });
    }
  };
  return (
    <div role="alert" className="space-y-2 rounded-md border border-warn/60 bg-warn-wash p-2">
      <p dir="auto" className="wrap-anywhere">
        {REMOVED_WORDS.said(by)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          Copy the text
        </Button>
        <Button
          size="sm"
          onClick={() => {
            edit.discard();
            onClose();
          }}
        >
          Discard
        </Button>
      </div>
    </div>
  );
}
