import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { postmortemQuery } from "@/api/postmortems";
import type { Incident, Postmortem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { PostmortemBadge } from "@/features/postmortem/status-badge";
import { useBegin } from "@/features/postmortem/use-begin";
import { WORDS } from "@/features/postmortem/words";
import { useCommand } from "@/lib/commands";
import { counted } from "@/lib/text";

/** The way from a resolved incident to its postmortem. */
export function PostmortemPanel({ incident }: { incident: Incident }) {
  const postmortem = useQuery({ ...postmortemQuery(incident.id), enabled: incident.status === "resolved" });
  if (incident.status !== "resolved" && !postmortem.data) return null;
  if (postmortem.isPending)
    return (
      <Panel title="Postmortem">
        <Loading what="the postmortem">
          <Skeleton className="h-14 w-full" />
        </Loading>
      </Panel>
    );
  if (postmortem.data === undefined) return null;
  return (
    <Panel title="Postmortem" aside={postmortem.data && <PostmortemBadge status={postmortem.data.status} />}>
      {postmortem.data === null ? <Begin id={incident.id} /> : <Begun postmortem={postmortem.data} />}
    </Panel>
  );
}

function Begun({ postmortem }: { postmortem: Postmortem }) {
  const navigate = useNavigate();
  const to = { to: "/incidents/$id/postmortem", params: { id: postmortem.incident_id } } as const;
  useCommand({ label: "Open the postmortem", icon: FileText, run: () => void navigate(to) });
  return (
    <div className="space-y-2 text-sm">
      <p className="text-soft">
        {postmortem.owner ? (
          <>
            Owned by <span dir="auto">{postmortem.owner}</span>,{" "}
          </>
        ) : (
          "Without an owner, "
        )}
        {postmortem.written} of {counted(postmortem.sections_total, "section")} written.
      </p>
      <Link {...to} className="font-medium text-accent hover:underline">
        {postmortem.status === "published" ? "Read the postmortem" : "Go on writing"}
      </Link>
    </div>
  );
}

function Begin({ id }: { id: string }) {
  const begin = useBegin(id);
  useCommand({ label: WORDS.begin, icon: FileText, run: () => begin.mutate(undefined) });
  return (
    <div className="space-y-2 text-sm">
      <p className="text-soft">{WORDS.beginHint}</p>
      <Button busy={begin.isPending} onClick={() => begin.mutate(undefined)}>
        {WORDS.begin}
      </Button>
    </div>
  );
}
