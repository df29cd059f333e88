import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, FileText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { incidentQuery } from "@/api/incidents";
import { postmortemQuery } from "@/api/postmortems";
import type { Postmortem, SectionKey, TimelineItem } from "@/api/types";
import { SampleBadge, SeverityBadge } from "@/components/incident/badges";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { AboutPanel } from "@/features/postmortem/about-panel";
import { useAnchor } from "@/features/postmortem/anchors";
import { DraftNote } from "@/features/postmortem/draft-note";
import { ExportDialog } from "@/features/postmortem/export-dialog";
import { useLivePostmortem } from "@/features/postmortem/live-postmortem";
import { SectionEditor } from "@/features/postmortem/section-editor";
import { SectionReader } from "@/features/postmortem/section-reader";
import { PostmortemBadge } from "@/features/postmortem/status-badge";
import { DraftButton, Steps } from "@/features/postmortem/steps";
import { entryAnchor, StoryPanel } from "@/features/postmortem/story-panel";
import { useBegin } from "@/features/postmortem/use-begin";
import { useKeptFocus } from "@/features/postmortem/use-kept-focus";
import { WORDS } from "@/features/postmortem/words";
import { useCommand } from "@/lib/commands";
import { useDocumentTitle } from "@/lib/document-title";
import { jumpTo } from "@/lib/jump";
import { counted } from "@/lib/text";

type PostmortemPageProps = {
  id: string;
  beside?: ReactNode;
  /** An entry of the timeline in one line. */
  tell: (item: TimelineItem) => string;
};

/** The postmortem of one incident: written together, reviewed, published. */
export function PostmortemPage({ id, beside, tell }: PostmortemPageProps) {
  useDocumentTitle(`Postmortem of ${id}`);
  const postmortem = useQuery({ ...postmortemQuery(id), refetchInterval: 20_000 });
  const writers = useLivePostmortem(id);
  if (postmortem.data)
    return <Loaded postmortem={postmortem.data} writers={writers} beside={beside} tell={tell} />;
  if (postmortem.data === null) return <NotBegun id={id} />;
  if (postmortem.error)
    return (
      <ProblemNote
        error={postmortem.error}
        doing="Loading the postmortem"
        stillWorks="What you typed is kept in this browser."
        onRetry={() => void postmortem.refetch()}
      />
    );
  return (
    <Loading what="the postmortem">
      <SkeletonRows rows={8} className="h-20" />
    </Loading>
  );
}

function NotBegun({ id }: { id: string }) {
  const incident = useQuery(incidentQuery(id));
  const begin = useBegin(id);
  const isResolved = incident.data?.status === "resolved";
  return (
    <div className="space-y-4">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        Postmortem of {id}
      </h1>
      <EmptyState
        icon={FileText}
        title={isResolved ? "Not begun yet" : "A postmortem begins when the incident is resolved"}
        action={
          isResolved && (
            <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate(undefined)}>
              {WORDS.begin}
            </Button>
          )
        }
      >
        {isResolved
          ? WORDS.beginHint
          : "Until then, what matters belongs on the timeline: it is told from there."}
      </EmptyState>
    </div>
  );
}

type LoadedProps = {
  postmortem: Postmortem;
  writers: Readonly<Record<string, string>>;
  beside: ReactNode;
  tell: (item: TimelineItem) => string;
};

function Loaded({ postmortem, writers, beside, tell }: LoadedProps) {
  const id = postmortem.incident_id;
  const canEdit = postmortem.status !== "published";
  const isUnwritten = !canEdit && postmortem.written === 0;
  useAnchor();
  const noteFocus = useKeptFocus(canEdit);
  const commentsOn = (key: SectionKey) => postmortem.comments.filter(({ section }) => section === key);
  const toEntry = (entry: string) => jumpTo(entryAnchor(entry));
  return (
    <div className="space-y-5">
      <Header postmortem={postmortem} />
      {canEdit && <DraftNote postmortem={postmortem} />}
      {postmortem.incident_status !== "resolved" && (
        <p role="status" className="rounded-md border border-warn/60 bg-warn-wash p-3 text-sm">
          {WORDS.reopened}
        </p>
      )}
      <div className="grid gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it notes where focus is, and offers nothing to do */}
        <div className="min-w-0 max-w-[46rem] border-t border-line" onFocus={noteFocus}>
          {isUnwritten && (
            <EmptyState icon={FileText} title={WORDS.unwritten}>
              {WORDS.unwrittenHint}
            </EmptyState>
          )}
          {postmortem.sections.map((section) =>
            canEdit ? (
              <SectionEditor
                key={section.key}
                incidentId={id}
                section={section}
                comments={commentsOn(section.key)}
                writer={writers[section.key] ?? null}
                onEntry={toEntry}
              />
            ) : (
              <SectionReader
                key={section.key}
                incidentId={id}
                section={section}
                comments={commentsOn(section.key)}
              />
            ),
          )}
        </div>
        <aside aria-label="Record" className="min-w-0 space-y-5">
          <AboutPanel postmortem={postmortem} canEdit={canEdit} />
          {beside}
          <StoryPanel postmortem={postmortem} tell={tell} />
        </aside>
      </div>
    </div>
  );
}

function Header({ postmortem }: { postmortem: Postmortem }) {
  const [exporting, setExporting] = useState(false);
  useCommand({ label: "Export the postmortem…", icon: Download, run: () => setExporting(true) });
  const { incident_id: id } = postmortem;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 space-y-1.5">
        <p className="text-xs text-muted">
          <Link to="/postmortems" className="hover:underline">
            Postmortems
          </Link>
          {" / "}
          <Link to="/incidents/$id" params={{ id }} className="font-mono text-accent hover:underline">
            {id}
          </Link>
        </p>
        <h1 tabIndex={-1} dir="auto" className="text-xl font-semibold wrap-anywhere">
          {postmortem.title}
        </h1>
        <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <PostmortemBadge status={postmortem.status} />
          <SeverityBadge severity={postmortem.severity} />
          {postmortem.sample && <SampleBadge />}
          <span className="tabular">
            {postmortem.written} of {counted(postmortem.sections_total, "section")}
          </span>
          {postmortem.open_comments > 0 && <span>{counted(postmortem.open_comments, "open comment")}</span>}
          {postmortem.status === "published" && (
            <span>
              published <Timestamp at={postmortem.published_at} form="both" /> by{" "}
              <bdi>{postmortem.published_by ?? "somebody"}</bdi>
            </span>
          )}
          {postmortem.status === "draft" && <span>{WORDS.publishedAfter}</span>}
          {postmortem.status === "in_review" && postmortem.reviewers.length > 0 && (
            <span dir="auto" className="wrap-anywhere">
              waiting for {postmortem.reviewers.join(", ")}
            </span>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {postmortem.status !== "published" && <DraftButton id={id} />}
        <Button onClick={() => setExporting(true)}>
          <Download aria-hidden /> Export
        </Button>
        <Steps postmortem={postmortem} />
      </div>
      {exporting && <ExportDialog incidentId={id} onClose={() => setExporting(false)} />}
    </header>
  );
}
