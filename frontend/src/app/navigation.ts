import { Archive, HeartPulse, LayoutDashboard, List, type LucideIcon, Siren } from "lucide-react";

type Place = {
  to: "/" | "/incidents" | "/declare" | "/memory" | "/status";
  label: string;
  icon: LucideIcon;
  key: string;
};

/** Where one can go, and the key that goes there after `g`. */
export const PLACES: readonly Place[] = [
  { to: "/", label: "Dashboard", icon: LayoutDashboard, key: "h" },
  { to: "/incidents", label: "Incidents", icon: List, key: "i" },
  { to: "/declare", label: "Declare", icon: Siren, key: "d" },
  { to: "/memory", label: "Memory", icon: Archive, key: "m" },
  { to: "/status", label: "Status", icon: HeartPulse, key: "s" },
];
