import {
  CircleCheck,
  CircleHelp,
  CircleSlash,
  Flame,
  Hand,
  Inbox,
  LoaderCircle,
  type LucideIcon,
  ShieldAlert,
} from "lucide-react";
import type { AlertStatus, DeliveryState } from "@/api/types";
import type { Tone } from "@/components/ui/badge";

type Label = { word: string; icon: LucideIcon; tone: Tone; meaning: string };

export const ALERT_STATUSES: Record<AlertStatus, Label> = {
  firing: { word: "Firing", icon: Flame, tone: "bad", meaning: "Its source says that it fires." },
  acknowledged: {
    word: "Acknowledged",
    icon: Hand,
    tone: "warn",
    meaning: "Somebody works on it, by its source's word.",
  },
  resolved: {
    word: "Resolved",
    icon: CircleCheck,
    tone: "good",
    meaning: "Its source says that it is over.",
  },
  unknown: {
    word: "Unknown",
    icon: CircleHelp,
    tone: "plain",
    meaning: "Its source says neither that it fires nor that it is over.",
  },
};

export const DELIVERY_STATES: Record<DeliveryState, Label> = {
  stored: {
    word: "Stored",
    icon: LoaderCircle,
    tone: "plain",
    meaning: "It is stored and will be read in a moment.",
  },
  parsed: {
    word: "Parsed",
    icon: Inbox,
    tone: "good",
    meaning: "It was read, and its alerts were taken in.",
  },
  quarantined: {
    word: "Quarantined",
    icon: ShieldAlert,
    tone: "warn",
    meaning: "It could not be read. It is kept, and can be replayed after a fix.",
  },
  ignored: { word: "Ignored", icon: CircleSlash, tone: "plain", meaning: "It was read, and holds no alert." },
};
