import {
  Archive,
  BellRing,
  ChartColumn,
  FileText,
  HeartPulse,
  LayoutDashboard,
  List,
  ListTodo,
  type LucideIcon,
  Plug,
  Search,
  Siren,
} from "lucide-react";

type Place = {
  to:
    | "/"
    | "/incidents"
    | "/alerts"
    | "/declare"
    | "/action-items"
    | "/postmortems"
    | "/search"
    | "/memory"
    | "/insights"
    | "/integrations"
    | "/status";
  label: string;
  icon: LucideIcon;
  key: string;
  /** Whether it has a place of its own on a phone; the others stand under More. */
  near: boolean;
};

/** Where one can go, and the key that goes there after `g`. */
export const PLACES: readonly Place[] = [
  { to: "/", label: "Dashboard", icon: LayoutDashboard, key: "h", near: true },
  { to: "/incidents", label: "Incidents", icon: List, key: "i", near: true },
  { to: "/alerts", label: "Alerts", icon: BellRing, key: "a", near: true },
  { to: "/declare", label: "Declare", icon: Siren, key: "d", near: true },
  { to: "/action-items", label: "Action items", icon: ListTodo, key: "f", near: false },
  { to: "/postmortems", label: "Postmortems", icon: FileText, key: "p", near: false },
  { to: "/search", label: "Search", icon: Search, key: "/", near: false },
  { to: "/memory", label: "Memory", icon: Archive, key: "m", near: false },
  { to: "/insights", label: "Insights", icon: ChartColumn, key: "n", near: false },
  { to: "/integrations", label: "Integrations", icon: Plug, key: "t", near: false },
  { to: "/status", label: "Status", icon: HeartPulse, key: "s", near: false },
];

type Page = {
  to:
    | Place["to"]
    | "/alerts/deliveries"
    | "/alerts/rules"
    | "/insights/report"
    | "/integrations/new"
    | "/rulings";
  search?: Record<string, string>;
  label: string;
  icon: LucideIcon;
};

/** Every page that the palette reaches; those that show one thing are found by what they show. */
export const PAGES: readonly Page[] = [
  ...PLACES.map(({ to, label, icon }) => ({ to, label, icon })),
  { to: "/alerts/deliveries", label: "Deliveries", icon: BellRing },
  { to: "/alerts/rules", label: "Routing rules", icon: BellRing },
  { to: "/integrations/new", label: "New integration", icon: Plug },
  { to: "/insights/report", label: "Report", icon: ChartColumn },
  { to: "/rulings", label: "Rulings on errors", icon: List },
  { to: "/memory", search: { tab: "ledger" }, label: "Memory: ledger", icon: Archive },
  { to: "/memory", search: { tab: "audit" }, label: "Memory: audit", icon: Archive },
  { to: "/memory", search: { tab: "reflect" }, label: "Memory: reflect", icon: Archive },
];
