import { CircleX, type LucideIcon, ThumbsDown, ThumbsUp } from "lucide-react";
import type { Verdict } from "@/api/types";
import type { Tone } from "@/components/ui/badge";

/** The verdicts in the order in which they are offered. */
export const VERDICT_ORDER: readonly Verdict[] = ["helped", "did_not_help", "wrong"];

export const VERDICTS: Record<Verdict, { word: string; icon: LucideIcon; tone: Tone; asks: string }> = {
  helped: { word: "Helped", icon: ThumbsUp, tone: "good", asks: "What helped, in a sentence" },
  did_not_help: { word: "Did not help", icon: ThumbsDown, tone: "warn", asks: "Why not, in a sentence" },
  wrong: { word: "Wrong", icon: CircleX, tone: "bad", asks: "What is wrong about it, in a sentence" },
};

export const FEEDBACK_WORDS = {
  ask: "Did it help?",
  keep: "Keep the sentence",
  withdraw: "Undo",
  said: "What people say of it",
  forgotten: "The sentence was erased when the document was forgotten.",
  elsewhere: "As evidence elsewhere",
} as const;
