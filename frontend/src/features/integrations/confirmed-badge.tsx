import { BadgeCheck, FileQuestion } from "lucide-react";
import { Badge } from "@/components/ui/badge";

/** Whether the reading of a source was held against what the tool really sends. */
export function ConfirmedBadge({ confirmed }: { confirmed: boolean }) {
  return confirmed ? (
    <Badge icon={BadgeCheck} title="Read as the tool really sends it.">
      Format confirmed
    </Badge>
  ) : (
    <Badge
      icon={FileQuestion}
      tone="warn"
      title="Made after the vendor's documentation; no real delivery has been read yet."
    >
      Format unconfirmed
    </Badge>
  );
}
