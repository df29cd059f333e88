import { CircleAlert, CircleCheck, CircleMinus, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import { sentence } from "@/lib/text";

const MARKS: Record<string, { icon: LucideIcon; tone: Tone }> = {
  ready: { icon: CircleCheck, tone: "good" },
  configured: { icon: CircleCheck, tone: "plain" },
  starting: { icon: LoaderCircle, tone: "warn" },
  calibrating: { icon: LoaderCircle, tone: "warn" },
  unavailable: { icon: CircleX, tone: "bad" },
  not_configured: { icon: CircleMinus, tone: "plain" },
};

/** The state of a dependency as icon and word. */
export function HealthMark({ status, reason }: { status: string; reason?: string | null }) {
  const shown = reason === "starting" || reason === "calibrating" ? reason : status;
  const mark = MARKS[shown] ?? { icon: CircleAlert, tone: "warn" as const };
  return (
    <Badge icon={mark.icon} tone={mark.tone}>
      {sentence(shown)}
    </Badge>
  );
}
