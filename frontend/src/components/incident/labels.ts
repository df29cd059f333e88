import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  Eye,
  Flame,
  Info,
  type LucideIcon,
  OctagonAlert,
  ScanSearch,
  ShieldCheck,
  Siren,
  TriangleAlert,
  Waves,
} from "lucide-react";
import type { Outcome, Severity, Status } from "@/api/types";
import type { Tone } from "@/components/ui/badge";

type Label = { word: string; icon: LucideIcon; tone: Tone };

export const SEVERITIES: Record<Severity, Label & { meaning: string }> = {
  sev1: { word: "SEV1", icon: Flame, tone: "sev1", meaning: "critical: customers cannot work" },
  sev2: { word: "SEV2", icon: OctagonAlert, tone: "sev2", meaning: "major: many customers are hurt" },
  sev3: { word: "SEV3", icon: TriangleAlert, tone: "sev3", meaning: "minor: some customers notice" },
  sev4: { word: "SEV4", icon: Info, tone: "sev4", meaning: "low: nobody outside notices" },
};

export const STATUSES: Record<Status, Label> = {
  triage: { word: "Triage", icon: CircleDashed, tone: "warn" },
  investigating: { word: "Investigating", icon: ScanSearch, tone: "plain" },
  identified: { word: "Identified", icon: CircleDot, tone: "plain" },
  monitoring: { word: "Monitoring", icon: Eye, tone: "plain" },
  resolved: { word: "Resolved", icon: CircleCheck, tone: "good" },
};

export const OUTCOMES: Record<Outcome, Label & { hint: string }> = {
  fixed: { word: "Fixed", icon: ShieldCheck, tone: "good", hint: "The cause is gone." },
  mitigated: { word: "Mitigated", icon: Waves, tone: "good", hint: "The impact is gone; the cause is not." },
  self_recovered: {
    word: "Self-recovered",
    icon: CircleCheck,
    tone: "plain",
    hint: "It went away without a fix.",
  },
  false_alarm: {
    word: "False alarm",
    icon: Siren,
    tone: "plain",
    hint: "Nothing was wrong; not remembered.",
  },
};

export const SEVERITY_ORDER: readonly Severity[] = ["sev1", "sev2", "sev3", "sev4"];
export const OPEN_STATUSES: readonly Status[] = ["investigating", "identified", "monitoring"];

/** The severity to take when in doubt about this one: one higher; SEV1 while none is chosen, null above SEV1. */
export function higherSeverity(value: string): Severity | null {
  if (value === "") return "sev1";
  return SEVERITY_ORDER[SEVERITY_ORDER.indexOf(value as Severity) - 1] ?? null;
}
