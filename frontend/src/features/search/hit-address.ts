import { linkOptions } from "@tanstack/react-router";
import type { SearchHit } from "@/api/types";

/** Where what was found stands: the entry on its timeline, the section of its postmortem, the action item. */
export function addressOfHit({ kind, id, field, entry_id, incident_id }: SearchHit) {
  const params = { id: incident_id };
  if (kind === "action_item") return linkOptions({ to: "/action-items/$id", params: { id } });
  if (kind === "postmortem" || kind === "comment")
    return linkOptions({ to: "/incidents/$id/postmortem", params, hash: `section-${field}` });
  if (kind === "timeline" && entry_id !== null)
    return linkOptions({ to: "/incidents/$id", params, hash: `entry-${entry_id}` });
  return linkOptions({ to: "/incidents/$id", params });
}
