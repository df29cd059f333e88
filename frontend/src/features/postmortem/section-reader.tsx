import { History } from "lucide-react";
import { useState } from "react";
import type { PostmortemComment, PostmortemSection } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Markdown } from "@/components/ui/markdown";
import { sectionAnchor } from "@/features/postmortem/anchors";
import { HistoryDialog } from "@/features/postmortem/history-dialog";
import { KeptWords, useKeptWords } from "@/features/postmortem/kept-words";
import { SectionComments } from "@/features/postmortem/section-comments";

type SectionReaderProps = {
  incidentId: string;
  section: PostmortemSection;
  comments: readonly PostmortemComment[];
};

/** A section of a published postmortem, to be read. */
export function SectionReader({ incidentId, section, comments }: SectionReaderProps) {
  const [history, setHistory] = useState(false);
  const { kept, letGo } = useKeptWords(incidentId, section);
  if (!section.text.trim() && comments.length === 0 && kept === null) return null;
  return (
    <section
      id={sectionAnchor(section.key)}
      tabIndex={-1}
      aria-label={section.title}
      className="space-y-2 border-b border-line py-5 last:border-b-0"
    >
      <header className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold">{section.title}</h2>
        <Button size="sm" variant="quiet" onClick={() => setHistory(true)}>
          <History aria-hidden /> History<span className="sr-only"> of {section.title}</span>
        </Button>
      </header>
      <div>
        <Markdown text={section.text} />
      </div>
      {kept !== null && (
        <KeptWords incidentId={incidentId} title={section.title} text={kept} onLetGo={letGo} />
      )}
      {comments.length > 0 && (
        <SectionComments
          incidentId={incidentId}
          section={section.key}
          title={section.title}
          comments={comments}
        />
      )}
      {history && (
        <HistoryDialog
          incidentId={incidentId}
          section={section}
          canRestore={false}
          onClose={() => setHistory(false)}
        />
      )}
    </section>
  );
}
