import { Check, MessageSquare, RotateCcw } from "lucide-react";
import { addComment, resolveComment } from "@/api/postmortems";
import type { PostmortemComment, SectionKey } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { TextArea } from "@/components/ui/field";
import { Timestamp } from "@/components/ui/timestamp";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";
import { useDraft } from "@/lib/draft";
import { counted, filled } from "@/lib/text";

type SectionCommentsProps = {
  incidentId: string;
  section: SectionKey;
  title: string;
  comments: readonly PostmortemComment[];
};

/** What people said about a section; settled comments stay, one click away. */
export function SectionComments({ incidentId, section, title, comments }: SectionCommentsProps) {
  const open = comments.filter((comment) => comment.resolved_at === null);
  const settled = comments.filter((comment) => comment.resolved_at !== null);
  const draft = useDraft(`postmortem-comment.${incidentId}.${section}`, { text: "" });
  const add = usePostmortemChange(
    "Commenting",
    (sent: { text: string }) => addComment(incidentId, section, sent.text.trim()),
    { onSaved: (_, sent) => draft.accepted(sent) },
  );
  const settle = usePostmortemChange("Settling the comment", ({ id, done }: { id: number; done: boolean }) =>
    resolveComment(incidentId, id, done),
  );
  const submit = () => {
    if (filled(draft.values.text) && !add.isPending) add.mutate(draft.values);
  };
  return (
    <Disclosure
      open={open.length > 0 || draft.restored}
      summary={
        <span className="inline-flex items-center gap-1.5 text-xs">
          <MessageSquare className="size-3.5" aria-hidden />
          {open.length > 0 ? counted(open.length, "open comment") : "Comment"}
          <span className="sr-only"> on {title}</span>
        </span>
      }
    >
      <div className="space-y-3">
        <Comments items={open} done={false} onSettle={(id) => settle.mutate({ id, done: true })} />
        <div className="space-y-2">
          <TextArea
            aria-label={`Comment on ${title}`}
            rows={2}
            value={draft.values.text}
            onChange={(event) => draft.set("text", event.target.value)}
          />
          <Button size="sm" busy={add.isPending} disabled={!filled(draft.values.text)} onClick={submit}>
            Add comment
          </Button>
        </div>
        {settled.length > 0 && (
          <Disclosure summary={<span className="text-xs">{counted(settled.length, "settled comment")}</span>}>
            <Comments items={settled} done onSettle={(id) => settle.mutate({ id, done: false })} />
          </Disclosure>
        )}
      </div>
    </Disclosure>
  );
}

type CommentsProps = { items: readonly PostmortemComment[]; done: boolean; onSettle: (id: number) => void };

function Comments({ items, done, onSettle }: CommentsProps) {
  return (
    <ul className="space-y-2">
      {items.map((comment) => (
        <li key={comment.id} className="flex items-start gap-2 text-sm">
          <div className="min-w-0 flex-1">
            <p className="text-xs text-muted">
              <span dir="auto">{comment.by}</span> · <Timestamp at={comment.at} />
            </p>
            <p dir="auto" className="prose-text">
              {comment.text}
            </p>
          </div>
          <Button
            size="sm"
            variant="quiet"
            aria-label={done ? "Open the comment again" : "Settle the comment"}
            onClick={() => onSettle(comment.id)}
          >
            {done ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
          </Button>
        </li>
      ))}
    </ul>
  );
}
