import { useQuery } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { type InsightsPeriod, serviceNamesQuery } from "@/api/insights";
import { Button, buttonClass } from "@/components/ui/button";
import { Input } from "@/components/ui/field";

type ServicePickerProps = {
  period: InsightsPeriod;
  chosen: readonly string[];
  onChoose: (names: string[]) => void;
};

/** Any number of services; what is chosen stands beside it. */
export function ServicePicker({ period, chosen, onChoose }: ServicePickerProps) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Popover.Root>
        <Popover.Trigger className={buttonClass("secondary")}>
          {chosen.length === 0 ? "All services" : `Services: ${chosen.length}`}
          <ChevronDown aria-hidden />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={4}
            aria-label="Choose services"
            className="z-40 w-72 rounded-lg border border-edge/60 bg-surface p-3 shadow-2xl"
          >
            <Choices period={period} chosen={chosen} onChoose={onChoose} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {chosen.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={`Without ${name}`}
          onClick={() => onChoose(chosen.filter((one) => one !== name))}
          className="inline-flex h-9 max-w-56 items-center gap-1 rounded-md border border-accent bg-accent-wash px-2 text-sm hover:bg-raised"
        >
          <span dir="auto" className="truncate">
            {name}
          </span>
          <X className="size-3.5 shrink-0" aria-hidden />
        </button>
      ))}
    </div>
  );
}

function Choices({ period, chosen, onChoose }: ServicePickerProps) {
  const [typed, setTyped] = useState("");
  const names = useQuery(serviceNamesQuery(period));
  const known = [...new Set([...chosen, ...(names.data ?? [])])];
  const shown = known.filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const toggle = (name: string) =>
    onChoose((chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]).sort());
  return (
    <div className="space-y-2">
      <Input
        type="search"
        aria-label="Find a service"
        placeholder="Find a service"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="max-h-64 overflow-y-auto">
        {shown.map((name) => (
          <li key={name}>
            <label className="flex min-h-8 items-center gap-2 rounded-sm px-1 text-sm hover:bg-raised">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
              />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {name}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="px-1 text-sm text-soft">
          {names.isPending ? "Looking for services…" : "No service of that name broke in this range."}
        </p>
      )}
      {chosen.length > 0 && (
        <Button size="sm" variant="quiet" onClick={() => onChoose([])}>
          All services
        </Button>
      )}
    </div>
  );
}
