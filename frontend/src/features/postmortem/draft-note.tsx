import { FileText, Loader2, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Postmortem, SectionKey } from "@/api/types";
import { Button } from "@/components/ui/button";
import { sectionAnchor } from "@/features/postmortem/anchors";
import { type Drafted, useDrafted, useDrafting } from "@/features/postmortem/use-drafting";
import { reasonWords } from "@/features/postmortem/words";
import { announce } from "@/lib/announce";
import { jumpTo } from "@/lib/jump";
import { counted } from "@/lib/text";
import { formatDuration, useNow } from "@/lib/time";

/** That a draft is being written, and what it did once it is: what it filled, proposed, and left to people. */
export function DraftNote({ postmortem }: { postmortem: Postmortem }) {
  const id = postmortem.incident_id;
  const { isDrafting } = useDrafting(id);
  const { drafted, dismiss, undo } = useDrafted(id);
  if (isDrafting) return <UnderWay />;
  if (drafted === null) return null;
  return (
    <Outcome
      drafted={drafted}
      sections={postmortem.sections}
      isUndoing={undo.isPending}
      onUndo={() => undo.mutate(drafted)}
      onDismiss={dismiss}
    />
  );
}

function UnderWay() {
  const [began] = useState(() => Date.now());
  const now = useNow(1_000);
  useEffect(() => announce("Drafting from the record."), []);
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-edge/60 bg-surface p-3 text-sm">
      <Loader2 className="mt-0.5 size-4 shrink-0 animate-spin text-muted" aria-hidden />
      <p>
        <span className="font-medium">Drafting from the record…</span>{" "}
        <span className="tabular text-muted">{formatDuration((now - began) / 1_000)}</span>
        <span className="block text-soft">
          A model may take up to a minute. Go on writing: what you write stays, and the draft of it stands
          beside.
        </span>
      </p>
    </div>
  );
}

type OutcomeProps = {
  drafted: Drafted;
  sections: Postmortem["sections"];
  isUndoing: boolean;
  onUndo: () => void;
  onDismiss: () => void;
};

function Outcome({ drafted, sections, isUndoing, onUndo, onDismiss }: OutcomeProps) {
  const title = titleOf(drafted);
  useEffect(() => announce(title), [title]);
  const isChange = drafted.filled.length + drafted.proposed.length > 0;
  const empty = sections.filter(({ text }) => text.trim() === "").map(({ key }) => key);
  return (
    <section
      aria-label="What the draft did"
      className="flex items-start gap-2.5 rounded-md border border-edge/60 bg-surface p-3 text-sm"
    >
      <FileText className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="font-medium">{title}</p>
        <p className="text-soft">{byWords(drafted)}</p>
        <Sections label="Filled" keys={drafted.filled} sections={sections} />
        <Sections label="Proposed beside what stands there" keys={drafted.proposed} sections={sections} />
        <Sections label="Still empty, for people to write" keys={empty} sections={sections} />
        {isChange && (
          <Button size="sm" busy={isUndoing} onClick={onUndo}>
            Take the draft back
          </Button>
        )}
      </div>
      <Button size="sm" variant="quiet" aria-label="Dismiss what the draft did" onClick={onDismiss}>
        <X aria-hidden />
      </Button>
    </section>
  );
}

function titleOf({ filled, proposed }: Drafted): string {
  if (filled.length === 0 && proposed.length === 0)
    return "The draft changed nothing: what the record tells stands in the sections already.";
  const did = [
    filled.length > 0 && `filled ${counted(filled.length, "section")}`,
    proposed.length > 0 && `proposes words beside ${counted(proposed.length, "section")}`,
  ].filter(Boolean);
  const nothingEmpty = filled.length === 0 ? " None that it speaks of was empty." : "";
  return `The draft ${did.join(" and ")}.${nothingEmpty}`;
}

function byWords({ source, model, reason }: Drafted): string {
  if (source === "model")
    return `By ${model ?? "the model"}, from the record; check it before you rely on it.`;
  return `By a template, from the record${reason ? `: ${reasonWords(reason)}` : ""}.`;
}

type SectionsProps = { label: string; keys: readonly SectionKey[]; sections: Postmortem["sections"] };

function Sections({ label, keys, sections }: SectionsProps) {
  const named = sections.filter(({ key }) => keys.includes(key));
  if (named.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs text-soft">
      {label}:
      {named.map(({ key, title }) => (
        <button
          key={key}
          type="button"
          onClick={() => jumpTo(sectionAnchor(key))}
          className="min-h-6 rounded-sm border border-edge/50 px-1.5 hover:bg-raised"
        >
          {title}
        </button>
      ))}
    </p>
  );
}
