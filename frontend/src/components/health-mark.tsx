import { CircleAlert, CircleCheck, CircleMinus, CircleX, Loader2, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import { sentence } from "@/lib/text";

const MARKS: Record<string, { icon: LucideIcon; tone: Tone; word?: string }> = {
  ok: { icon: CircleCheck, tone: "good", word: "OK" },
  starting: { icon: Loader2, tone: "warn" },
  unavailable: { icon: CircleX, tone: "bad" },
  not_configured: { icon: CircleMinus, tone: "plain" },
  degraded: { icon: CircleAlert, tone: "warn" },
};

/** The state of a dependency as icon and word. */
export function HealthMark({ status }: { status: string }) {
  const mark = MARKS[status] ?? { icon: CircleAlert, tone: "warn" as const };
  return (
    <Badge icon={mark.icon} tone={mark.tone}>
      {mark.word ?? sentence(status)}
    </Badge>
  );
}
