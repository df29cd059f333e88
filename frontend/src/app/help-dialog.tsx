import { PLACES } from "@/app/navigation";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["Ctrl", "K"], "Search incidents and go anywhere"],
  [["?"], "This list"],
  ...PLACES.map(({ key, label }) => [["g", key], `Go to ${label}`] as const),
  [["/"], "Search in the list of incidents"],
  [["n"], "Write a note (incident)"],
  [["r"], "Resolve (incident)"],
  [["Ctrl", "Enter"], "Send the form you are in"],
  [["Esc"], "Close what lies on top"],
];

type HelpDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function HelpDialog({ open, onOpenChange }: HelpDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2 text-sm">
        {KEYS.map(([keys, does]) => (
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
    </Dialog>
  );
}
