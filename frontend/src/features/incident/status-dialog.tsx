import { OPEN_STATUSES, STATUSES } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { QuickDialogProps } from "@/features/incident/incident-dialogs";

/** Moves an open incident along: one press. */
export function StatusDialog({ incident, controls: { quick }, onClose }: QuickDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={`Status of ${incident.id}`}>
      <ul className="space-y-2">
        {OPEN_STATUSES.map((status) => {
          const { word, icon: Icon } = STATUSES[status];
          const isCurrent = incident.status === status;
          return (
            <li key={status}>
              <Button
                className="w-full justify-start"
                aria-current={isCurrent || undefined}
                disabled={quick.isSaving}
                onClick={() => (isCurrent ? onClose() : quick.save({ status }, onClose))}
              >
                <Icon aria-hidden /> {word}
                {isCurrent && <span className="ml-auto text-xs text-muted">now</span>}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
