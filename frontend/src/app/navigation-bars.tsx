import { Link, useRouterState } from "@tanstack/react-router";
import { CircleUserRound, Ellipsis, Keyboard, Moon, Search, Sun } from "lucide-react";
import { useState } from "react";
import { HealthIndicator } from "@/app/health-indicator";
import { Logo } from "@/app/logo";
import { PLACES } from "@/app/navigation";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { useActor } from "@/lib/actor";
import { toggleTheme, useTheme } from "@/lib/theme";

type Openers = { onSearch: () => void; onHelp: () => void; onName: () => void };

const ITEM =
  "flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-sm text-soft hover:bg-raised hover:text-ink";
const PLACE = `${ITEM} data-[status=active]:bg-raised data-[status=active]:font-medium data-[status=active]:text-ink`;

/** Navigation at the side, from 768 px. */
export function Sidebar({ onSearch, onHelp, onName }: Openers) {
  const actor = useActor();
  return (
    <header className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line bg-surface px-3 py-4 md:flex print:hidden">
      <Link
        to="/"
        aria-label="MemoryOps, dashboard"
        className="flex items-center gap-2 px-2 font-semibold tracking-tight"
      >
        <Logo /> MemoryOps
      </Link>
      <button type="button" onClick={onSearch} className={`${ITEM} justify-between border border-edge/50`}>
        <span className="flex items-center gap-2">
          <Search className="size-4" aria-hidden /> Search
        </span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <nav aria-label="Main">
        <ul className="space-y-0.5">
          {PLACES.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === "/", includeSearch: false }} className={PLACE}>
                <Icon className="size-4" aria-hidden /> {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto space-y-0.5">
        <HealthIndicator className={ITEM} />
        <ThemeButton className={ITEM} labelled />
        <button type="button" onClick={onHelp} className={ITEM}>
          <Keyboard className="size-4" aria-hidden /> Shortcuts
          <span className="ml-auto">
            <Kbd>?</Kbd>
          </span>
        </button>
        <button type="button" onClick={onName} className={ITEM}>
          <CircleUserRound className="size-4 shrink-0" aria-hidden />
          <span className="sr-only">You are </span>
          <span dir="auto" className="truncate">
            {actor ?? "No name given"}
          </span>
        </button>
      </div>
    </header>
  );
}

const ROUND =
  "inline-flex size-10 items-center justify-center rounded-md text-soft hover:bg-raised hover:text-ink";

/** The top of the page on a phone. */
export function MobileBar({ onSearch, onName }: Openers) {
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b border-line bg-surface px-2 md:hidden print:hidden">
      <Link
        to="/"
        aria-label="MemoryOps, dashboard"
        className="mr-auto flex shrink-0 items-center gap-1.5 px-1 font-semibold"
      >
        <Logo /> MemoryOps
      </Link>
      <HealthIndicator className="flex h-10 min-w-0 items-center gap-1 rounded-md px-1 text-xs text-soft" />
      <button type="button" onClick={onSearch} aria-label="Search" className={ROUND}>
        <Search className="size-4" aria-hidden />
      </button>
      <ThemeButton className={ROUND} />
      <button type="button" onClick={onName} aria-label="Your name" className={ROUND}>
        <CircleUserRound className="size-4" aria-hidden />
      </button>
    </header>
  );
}

const TAB =
  "flex h-14 w-full flex-col items-center justify-center gap-1 border-t-2 border-transparent text-2xs text-soft -outline-offset-2 data-[status=active]:border-accent data-[status=active]:font-semibold data-[status=active]:text-ink";

/** Navigation within reach of a thumb. */
export function TabBar() {
  const [more, setMore] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isFar = PLACES.some(({ to, near }) => !near && path.startsWith(to));
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid grid-cols-5">
        {PLACES.filter(({ near }) => near).map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === "/", includeSearch: false }} className={TAB}>
              <Icon className="size-5" aria-hidden />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            data-status={isFar ? "active" : undefined}
            onClick={() => setMore(true)}
            className={TAB}
          >
            <Ellipsis className="size-5" aria-hidden />
            More
          </button>
        </li>
      </ul>
      {more && <MorePlaces onClose={() => setMore(false)} />}
    </nav>
  );
}

function MorePlaces({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="More">
      <ul className="space-y-1">
        {PLACES.filter(({ near }) => !near).map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} onClick={onClose} className={PLACE.replace("h-8", "h-11")}>
              <Icon className="size-5" aria-hidden /> {label}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function ThemeButton({ className, labelled = false }: { className: string; labelled?: boolean }) {
  const other = useTheme() === "dark" ? "light" : "dark";
  const Icon = other === "light" ? Sun : Moon;
  return (
    <button type="button" onClick={toggleTheme} aria-label={`Switch to ${other} theme`} className={className}>
      <Icon className="size-4" aria-hidden />
      {labelled && (other === "light" ? "Light theme" : "Dark theme")}
    </button>
  );
}
