import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import { ChevronRight, TextSearch } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { overviewQuery, searchQuery } from "@/api/incidents";
import type { IncidentSummary } from "@/api/types";
import { PAGES } from "@/app/navigation";
import { SeverityBadge, StatusBadge } from "@/components/incident/badges";
import { Kbd } from "@/components/ui/kbd";
import { Shade } from "@/components/ui/shade";
import { type AvailableCommand, inOrder, KEYS, useCommands } from "@/lib/commands";
import { matchesWords } from "@/lib/text";
import { useDebounced } from "@/lib/use-debounced";
import { useReturnFocus } from "@/lib/use-return-focus";

const ITEM =
  "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm text-soft data-[selected=true]:bg-raised data-[selected=true]:text-ink";

/** The value of the item that hands the words over to the search page. */
const EVERYTHING = "search everything";

/** Reaches every action of the page, every incident and every page by a few letters. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const navigate = useNavigate();
  const actions = useCommands();
  const returnFocus = useReturnFocus();
  const words = text.trim();
  const incidents = useFound(words);
  const run = (action: () => void) => () => {
    onClose();
    // Focus goes back first, so that what opens next returns it there in turn.
    setTimeout(action);
  };
  const fitting = inOrder(actions.filter(({ label, byKeyOnly }) => !byKeyOnly && matchesWords(label, words)));
  const pages = PAGES.filter(({ label }) => matchesWords(label, words));
  const ofPage = fitting.filter(({ ofConsole }) => !ofConsole);
  const ofConsole = fitting.filter((command) => command.ofConsole);
  // In the order in which they are shown; what was chosen may be gone with the next letter.
  const shown = [
    ...ofPage.map(doingValue),
    ...incidents.items.map(({ id }) => id),
    ...pages.map(pageValue),
    ...ofConsole.map(doingValue),
    ...(words === "" ? [] : [EVERYTHING]),
  ];
  const isDeadEnd = words !== "" && shown.length === 1;
  const active = shown.includes(chosen) ? chosen : (shown[0] ?? "");
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Shade />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="fixed top-[8vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-edge/60 bg-surface shadow-2xl"
        >
          <Dialog.Title className="sr-only">Search and go</Dialog.Title>
          <Command shouldFilter={false} value={active} onValueChange={setChosen} label="Search and go">
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Do something, find an incident, go to…"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base -outline-offset-2 placeholder:text-muted"
            />
            <Command.List className="max-h-[60vh] overflow-y-auto overscroll-contain p-2 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted">
              <Doings name="On this page" commands={ofPage} run={run} />
              {incidents.items.length > 0 && (
                <Command.Group heading={words === "" ? "Open incidents" : "Incidents"}>
                  {incidents.items.map((incident) => (
                    <Found
                      key={incident.id}
                      incident={incident}
                      onSelect={run(
                        () => void navigate({ to: "/incidents/$id", params: { id: incident.id } }),
                      )}
                    />
                  ))}
                </Command.Group>
              )}
              {pages.length > 0 && (
                <Command.Group heading="Go to">
                  {pages.map(({ label, icon, ...place }) => (
                    <Action
                      key={label}
                      icon={icon}
                      label={label}
                      onSelect={run(() => void navigate(place))}
                    />
                  ))}
                </Command.Group>
              )}
              <Doings name="Console" commands={ofConsole} run={run} />
              {isDeadEnd && (
                <p role="status" className="px-3 py-4 text-center text-sm text-muted">
                  {incidents.words}
                </p>
              )}
              {words !== "" && (
                <Command.Item
                  value={EVERYTHING}
                  className={ITEM}
                  onSelect={run(() => void navigate({ to: "/search", search: { q: words } }))}
                >
                  <TextSearch className="size-4 shrink-0" aria-hidden />
                  <span className="min-w-0 truncate">
                    Search all that people wrote for “<bdi>{words}</bdi>”
                  </span>
                </Command.Item>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function doingValue({ id }: AvailableCommand): string {
  return `do ${id}`;
}

function pageValue({ label }: { label: string }): string {
  return `go ${label}`;
}

/** The incidents that fit, searched by the server; the open ones while nothing is typed. */
function useFound(words: string): { items: readonly IncidentSummary[]; words: string } {
  const overview = useQuery({ ...overviewQuery(), enabled: words === "" });
  const found = useQuery(searchQuery(useDebounced(words, 200)));
  const items = words === "" ? (overview.data?.open ?? []) : (found.data?.items ?? []);
  if (found.isFetching) return { items, words: "Searching…" };
  return {
    items,
    words: found.isError ? "Search is not possible right now." : "No incident and no page by these words.",
  };
}

type DoingsProps = {
  name: string;
  commands: readonly AvailableCommand[];
  run: (action: () => void) => () => void;
};

function Doings({ name, commands, run }: DoingsProps) {
  if (commands.length === 0) return null;
  return (
    <Command.Group heading={name}>
      {commands.map((command) => (
        <Doing key={command.id} command={command} onSelect={run(command.run)} />
      ))}
    </Command.Group>
  );
}

type DoingProps = { command: AvailableCommand; onSelect: () => void };

function Doing({ command, onSelect }: DoingProps) {
  const { label, icon: Icon = ChevronRight, keyName } = command;
  return (
    <Command.Item value={doingValue(command)} className={ITEM} onSelect={onSelect}>
      <Icon className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">{label}</span>
      {keyName && <Kbd>{KEYS[keyName].key}</Kbd>}
    </Command.Item>
  );
}

function Found({ incident, onSelect }: { incident: IncidentSummary; onSelect: () => void }) {
  return (
    <Command.Item value={incident.id} className={ITEM} onSelect={onSelect}>
      <span className="font-mono text-xs text-muted">{incident.id}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {incident.title}
      </span>
      <SeverityBadge severity={incident.severity} />
      <span className="max-sm:hidden">
        <StatusBadge status={incident.status} />
      </span>
    </Command.Item>
  );
}

function Action({ icon: Icon, label, onSelect }: { icon: LucideIcon; label: string; onSelect: () => void }) {
  return (
    <Command.Item value={pageValue({ label })} className={ITEM} onSelect={onSelect}>
      <Icon className="size-4" aria-hidden /> {label}
    </Command.Item>
  );
}
