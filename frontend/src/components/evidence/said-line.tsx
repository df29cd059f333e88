import type { ReactNode } from "react";
import type { Feedback } from "@/api/types";
import { FEEDBACK_WORDS, VERDICTS } from "@/components/evidence/feedback-words";
import { Badge } from "@/components/ui/badge";
import { Timestamp } from "@/components/ui/timestamp";

/** What one person says: their verdict, their sentence, and when; `where` names the incident they said it in. */
export function SaidLine({ feedback, where }: { feedback: Feedback; where?: ReactNode }) {
  const { word, icon, tone } = VERDICTS[feedback.verdict];
  return (
    <li className="space-y-0.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <Badge icon={icon} tone={tone}>
          {word}
        </Badge>
        {where}
        <span dir="auto" className="text-soft wrap-anywhere">
          {feedback.by}
        </span>
        <Timestamp at={feedback.at} />
      </p>
      {feedback.sentence && (
        <p dir="auto" className="max-w-[75ch] text-sm wrap-anywhere">
          {feedback.sentence}
        </p>
      )}
      {feedback.forgotten_at && <p className="text-xs text-muted">{FEEDBACK_WORDS.forgotten}</p>}
    </li>
  );
}
