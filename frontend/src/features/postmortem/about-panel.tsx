import { useState } from "react";
import type { Postmortem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { AboutForm } from "@/features/postmortem/about-form";
import { aboutKey } from "@/features/postmortem/use-about-edit";
import { isEditKept } from "@/lib/edit-draft";
import { formatDuration } from "@/lib/time";

const count = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** Owner, reviewers and the impact in numbers. */
export function AboutPanel({ postmortem, canEdit }: { postmortem: Postmortem; canEdit: boolean }) {
  const [editing, setEditing] = useState(() => canEdit && isEditKept(aboutKey(postmortem.incident_id)));
  return (
    <Panel
      title="People and impact"
      aside={
        canEdit &&
        !editing && (
          <Button size="sm" variant="quiet" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> people and impact</span>
          </Button>
        )
      }
    >
      {editing ? (
        <AboutForm postmortem={postmortem} onClose={() => setEditing(false)} />
      ) : (
        <Facts items={factsOf(postmortem)} />
      )}
    </Panel>
  );
}

function factsOf({ owner, reviewers, impact }: Postmortem): [string, string][] {
  const unknown = "not said";
  const number = (value: number | null) => (value === null ? unknown : count.format(value));
  return [
    ["Owner", owner ?? "nobody yet"],
    ["Reviewers", reviewers.join(", ") || "nobody yet"],
    ["Duration", impact.duration_s === null ? "still going on" : formatDuration(impact.duration_s)],
    ["Users affected", number(impact.users_affected)],
    [
      "Requests failed",
      impact.requests_failed_percent === null ? unknown : `${count.format(impact.requests_failed_percent)} %`,
    ],
    ["Support tickets", number(impact.tickets)],
    [
      "Revenue lost",
      impact.revenue === null ? unknown : `${count.format(impact.revenue)} ${impact.currency ?? ""}`,
    ],
  ];
}
