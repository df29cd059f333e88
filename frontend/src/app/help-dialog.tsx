import { PLACES } from "@/app/navigation";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { KEYS, setSingleKeys, useSingleKeysOn } from "@/lib/commands";

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
  ["Go to", PLACES.map(({ key, label }) => [["g", key], label] as const)],
];

function lineOf({ key, does }: { key: string; does: string }): Line {
  return [[key], does];
}

type HelpDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function HelpDialog({ open, onOpenChange }: HelpDialogProps) {
  const on = useSingleKeysOn();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <div className="space-y-4 text-sm">
        {GROUPS.map(([name, lines]) => (
          <section key={name} className="space-y-1.5">
            <h3 className="text-xs font-medium text-muted">{name}</h3>
            <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1.5">
              {lines.map(([keys, does]) => (
                <div key={does} className="contents">
                  <dt className="flex gap-1">
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
        <label className="flex items-start gap-2 border-t border-line pt-4">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={on}
            onChange={(event) => setSingleKeys(event.target.checked)}
          />
          <span>
            Single keys are on
            <span className="block text-xs text-muted">
              They never act while you type. Turn them off where they get in the way of another tool, a screen
              reader or speech; the palette does all of it, too.
            </span>
          </span>
        </label>
      </div>
    </Dialog>
  );
}
