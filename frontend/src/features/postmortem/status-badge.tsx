import type { PostmortemStatus } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { STATUSES } from "@/features/postmortem/words";

export function PostmortemBadge({ status }: { status: PostmortemStatus }) {
  const { word, icon, tone } = STATUSES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
