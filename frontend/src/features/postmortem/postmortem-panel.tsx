import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { postmortemQuery } from "@/api/postmortems";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { PostmortemBadge } from "@/features/postmortem/status-badge";
import { useBegin } from "@/features/postmortem/use-begin";
import { WORDS } from "@/features/postmortem/words";
import { counted } from "@/lib/text";

/** The way from a resolved incident to its postmortem. */
export function PostmortemPanel({ incident }: { incident: Incident }) {
  const postmortem = useQuery({ ...postmortemQuery(incident.id), enabled: incident.status === "resolved" });
  if (incident.status !== "resolved" && !postmortem.data) return null;
  if (postmortem.data === undefined) return null;
  return (
    <Panel title="Postmortem" aside={postmortem.data && <PostmortemBadge status={postmortem.data.status} />}>
      {postmortem.data === null ? (
        <Begin id={incident.id} />
      ) : (
        <div className="space-y-2 text-sm">
          <p className="text-soft">
            {postmortem.data.owner ? (
              <>
                Owned by <span dir="auto">{postmortem.data.owner}</span>,{" "}
              </>
            ) : (
              "Without an owner, "
            )}
            {postmortem.data.written} of {counted(postmortem.data.sections_total, "section")} written.
          </p>
          <Link
            to="/incidents/$id/postmortem"
            params={{ id: incident.id }}
            className="font-medium text-accent hover:underline"
          >
            {postmortem.data.status === "published" ? "Read the postmortem" : "Go on writing"}
          </Link>
        </div>
      )}
    </Panel>
  );
}

function Begin({ id }: { id: string }) {
  const begin = useBegin(id);
  return (
    <div className="space-y-2 text-sm">
      <p className="text-soft">{WORDS.beginHint}</p>
      <Button busy={begin.isPending} onClick={() => begin.mutate(undefined)}>
        {WORDS.begin}
      </Button>
    </div>
  );
}
