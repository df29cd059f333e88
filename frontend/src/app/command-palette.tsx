import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Keyboard, type LucideIcon, SunMoon } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { searchQuery } from "@/api/incidents";
import { PLACES } from "@/app/navigation";
import { SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { toggleTheme } from "@/lib/theme";
import { useDebounced } from "@/lib/use-debounced";
import { useReturnFocus } from "@/lib/use-return-focus";

const ITEM =
  "flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm text-soft data-[selected=true]:bg-raised data-[selected=true]:text-ink";

type PaletteProps = { onClose: () => void; onHelp: () => void };

/** Goes to any page or incident by a few letters. */
export default function CommandPalette({ onClose, onHelp }: PaletteProps) {
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const returnFocus = useReturnFocus();
  const found = useQuery(searchQuery(useDebounced(text.trim(), 200)));
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const places = PLACES.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const incidents = found.data?.items ?? [];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="fixed top-[12vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-edge/60 bg-surface shadow-2xl"
        >
          <Dialog.Title className="sr-only">Search and go</Dialog.Title>
          <Command shouldFilter={false} label="Search and go">
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Search incidents, or go to…"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base -outline-offset-2 placeholder:text-muted"
            />
            <Command.List className="max-h-[50vh] overflow-y-auto p-2 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted">
              {incidents.length > 0 && (
                <Command.Group heading="Incidents">
                  {incidents.map((incident) => (
                    <Command.Item
                      key={incident.id}
                      value={incident.id}
                      className={ITEM}
                      onSelect={run(
                        () => void navigate({ to: "/incidents/$id", params: { id: incident.id } }),
                      )}
                    >
                      <span className="font-mono text-xs text-muted">{incident.id}</span>
                      <span dir="auto" className="min-w-0 flex-1 truncate">
                        {incident.title}
                      </span>
                      <SeverityBadge severity={incident.severity} />
                      <span className="max-sm:hidden">
                        <StatusBadge status={incident.status} />
                      </span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {places.length > 0 && (
                <Command.Group heading="Go to">
                  {places.map(({ to, label, icon }) => (
                    <Action key={to} icon={icon} label={label} onSelect={run(() => void navigate({ to }))} />
                  ))}
                </Command.Group>
              )}
              {text.trim() === "" && (
                <Command.Group heading="Console">
                  <Action icon={SunMoon} label="Switch theme" onSelect={run(toggleTheme)} />
                  <Action icon={Keyboard} label="Keyboard shortcuts" onSelect={onHelp} />
                </Command.Group>
              )}
              {incidents.length === 0 && places.length === 0 && (
                <p role="status" className="px-3 py-6 text-center text-sm text-muted">
                  {found.isFetching
                    ? "Searching…"
                    : found.isError
                      ? "Search is not possible right now."
                      : "Nothing found."}
                </p>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Action({ icon: Icon, label, onSelect }: { icon: LucideIcon; label: string; onSelect: () => void }) {
  return (
    <Command.Item value={label} className={ITEM} onSelect={onSelect}>
      <Icon className="size-4" aria-hidden /> {label}
    </Command.Item>
  );
}
