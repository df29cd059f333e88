import clsx from "clsx";
import { Eye, History, PenLine } from "lucide-react";
import { useId, useState } from "react";
import type { PostmortemComment, PostmortemSection } from "@/api/types";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { Markdown } from "@/components/ui/markdown";
import { sectionAnchor } from "@/features/postmortem/anchors";
import { BlameHints } from "@/features/postmortem/blame-hints";
import { ConflictView } from "@/features/postmortem/conflict-view";
import { HistoryDialog } from "@/features/postmortem/history-dialog";
import { ProposalNote } from "@/features/postmortem/proposal-note";
import { Grounds, Provenance } from "@/features/postmortem/provenance";
import { SaveLine } from "@/features/postmortem/save-line";
import { SectionComments } from "@/features/postmortem/section-comments";
import { useSectionDraft } from "@/features/postmortem/use-section-draft";

type SectionEditorProps = {
  incidentId: string;
  section: PostmortemSection;
  comments: readonly PostmortemComment[];
  /** Who else writes here right now. */
  writer: string | null;
  onEntry: (id: string) => void;
};

/** One section: what it asks, its words, where they come from, and what is said about them. */
export function SectionEditor({ incidentId, section, comments, writer, onEntry }: SectionEditorProps) {
  const id = useId();
  const draft = useSectionDraft(incidentId, section);
  const [preview, setPreview] = useState(false);
  const [history, setHistory] = useState(false);
  const isDrafted = section.written !== null && section.written.source !== "person";
  return (
    <section
      id={sectionAnchor(section.key)}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="space-y-2 border-b border-line py-5 last:border-b-0"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={`${id}-title`} className="text-sm font-semibold">
          <label htmlFor={`${id}-text`}>{section.title}</label>
        </h2>
        <div className="flex items-center gap-1">
          {writer && (
            <span role="status" className="flex items-center gap-1 text-xs text-accent">
              <PenLine className="size-3.5" aria-hidden />
              <span dir="auto">{writer}</span> is writing here
            </span>
          )}
          <Button size="sm" variant="quiet" aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {preview ? <PenLine aria-hidden /> : <Eye aria-hidden />}
            {preview ? "Write" : "Preview"}
            <span className="sr-only"> {section.title}</span>
          </Button>
          {section.revision > 0 && (
            <Button size="sm" variant="quiet" onClick={() => setHistory(true)}>
              <History aria-hidden /> History<span className="sr-only"> of {section.title}</span>
            </Button>
          )}
        </div>
      </header>
      <p id={`${id}-prompt`} className="text-xs text-muted">
        {section.prompt}
      </p>
      {draft.conflict ? (
        <ConflictView
          title={section.title}
          mine={draft.text}
          conflict={draft.conflict}
          onSettle={draft.settle}
          onTakeTheirs={draft.takeTheirs}
        />
      ) : preview ? (
        <div className="rounded-md border border-line bg-surface p-3">
          {draft.text.trim() ? (
            <Markdown text={draft.text} />
          ) : (
            <p className="text-sm text-muted">Nothing yet.</p>
          )}
        </div>
      ) : (
        <TextArea
          id={`${id}-text`}
          aria-describedby={`${id}-prompt`}
          rows={3}
          maxLength={20_000}
          value={draft.text}
          onChange={(event) => draft.type(event.target.value)}
          className={clsx("field-sizing-content min-h-20", isDrafted && "border-dashed")}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {section.written && section.text.trim() !== "" ? <Provenance written={section.written} /> : <span />}
        <SaveLine state={draft.state} savedAt={draft.savedAt} error={draft.error} />
      </div>
      {section.written && isDrafted && <Grounds written={section.written} onEntry={onEntry} />}
      {section.proposal && (
        <ProposalNote
          incidentId={incidentId}
          section={section}
          proposal={section.proposal}
          onEntry={onEntry}
        />
      )}
      <BlameHints findings={section.blame} />
      <SectionComments
        incidentId={incidentId}
        section={section.key}
        title={section.title}
        comments={comments}
      />
      {history && (
        <HistoryDialog
          incidentId={incidentId}
          section={section}
          canRestore
          onClose={() => setHistory(false)}
        />
      )}
    </section>
  );
}
