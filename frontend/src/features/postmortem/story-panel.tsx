import { Link } from "@tanstack/react-router";
import type { Postmortem, TimelineItem } from "@/api/types";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { WORDS } from "@/features/postmortem/words";

export const entryAnchor = (id: string) => `postmortem-${id}`;

type StoryPanelProps = { postmortem: Postmortem; tell: (item: TimelineItem) => string };

/** The timeline as the postmortem tells it: what is pinned, else what people did and said. */
export function StoryPanel({ postmortem, tell }: StoryPanelProps) {
  const pinned = postmortem.timeline.some((item) => item.pinned);
  return (
    <Panel
      title="Timeline"
      aside={
        <Link
          to="/incidents/$id"
          params={{ id: postmortem.incident_id }}
          className="text-xs text-accent hover:underline"
        >
          Whole timeline
        </Link>
      }
    >
      {!pinned && <p className="mb-3 text-xs text-muted">{WORDS.unpinned}</p>}
      <ol className="space-y-3">
        {postmortem.timeline.map((item) => (
          <li key={item.id} id={entryAnchor(item.id)} tabIndex={-1} className="text-sm">
            <p className="text-xs text-muted">
              <Timestamp at={item.happened_at} form="absolute" /> · <span dir="auto">{item.actor}</span>
            </p>
            <p dir="auto" className="wrap-anywhere">
              {tell(item)}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
