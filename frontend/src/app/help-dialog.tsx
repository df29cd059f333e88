import { type ReactNode, useId } from "react";
import { PLACES } from "@/app/navigation";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { KEYS, setSingleKeys, useSingleKeysOn } from "@/lib/commands";
import { setMotion, useMotionOff } from "@/lib/motion";

type Line = readonly [keys: readonly string[], does: string];

const SINGLE = Object.values(KEYS);
const GROUPS: readonly (readonly [name: string, lines: readonly Line[]])[] = [
  ["On an incident", SINGLE.filter(({ where }) => where === "On an incident").map(lineOf)],
  [
    "Everywhere",
    [
      [["Ctrl", "K"], "Every action, every incident, every page"],
      ...SINGLE.filter(({ where }) => where === "Everywhere").map(lineOf),
      [["Ctrl", "Enter"], "Send the form you are in"],
      [["Esc"], "Close what lies on top"],
    ],
  ],
  [
    "On action items",
    [
      [["Alt", "←", "→"], "Move the card to the state beside it"],
      [["Ctrl", "Z"], "Take back the last move"],
    ],
  ],
  ["Go to", PLACES.map(({ key, label }) => [["g", key], label] as const)],
];

function lineOf({ key, does }: { key: string; does: string }): Line {
  return [[key], does];
}

type HelpDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function HelpDialog({ open, onOpenChange }: HelpDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <div className="space-y-4 text-sm">
        {GROUPS.map(([name, lines]) => (
          <section key={name} className="space-y-1.5">
            <h3 className="text-xs font-medium text-muted">{name}</h3>
            <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1.5">
              {lines.map(([keys, does]) => (
                <div key={does} className="contents">
                  <dt className="flex items-start gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd className="text-soft">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="space-y-3 border-t border-line pt-4">
          <Switch label="Single keys are on" checked={useSingleKeysOn()} onChange={setSingleKeys}>
            They never act while you type. Turn them off where they get in the way of a screen reader or
            speech; the palette does all of it, too.
          </Switch>
          <Switch label="Motion is on" checked={!useMotionOff()} onChange={setMotion}>
            Off, nothing moves; so it is, too, where your system asks for less motion.
          </Switch>
        </div>
      </div>
    </Dialog>
  );
}

type SwitchProps = { label: string; checked: boolean; onChange: (on: boolean) => void; children: ReactNode };

function Switch({ label, checked, onChange, children }: SwitchProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-4 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className="col-start-2 text-xs text-muted">
        {children}
      </p>
    </div>
  );
}
