import { AlarmClock, AlarmClockOff, type LucideIcon, TriangleAlert, X } from "lucide-react";
import { useEffect } from "react";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Timestamp } from "@/components/ui/timestamp";
import { type Due, dueOf, inMinutes, PROMISES } from "@/features/incident/next-update";
import type { Controls } from "@/features/incident/use-incident-controls";
import { announce } from "@/lib/announce";
import { useNow } from "@/lib/time";

const LOOKS: Record<Due["state"], { icon: LucideIcon; className: string }> = {
  none: { icon: AlarmClockOff, className: "text-soft" },
  due: { icon: AlarmClock, className: "text-ink" },
  soon: { icon: AlarmClock, className: "text-warn" },
  overdue: { icon: TriangleAlert, className: "text-bad" },
};

/** When the next update is due; a promise is made, moved or taken back in one step. */
export function NextUpdate({ incident, controls }: { incident: Incident; controls: Controls }) {
  const { next_update_at: at } = incident;
  const due = dueOf(at, useNow(5_000));
  const { icon: Icon, className } = LOOKS[due.state];
  const isOverdue = due.state === "overdue";
  useEffect(() => {
    if (isOverdue) announce("The next update is overdue.");
  }, [isOverdue]);
  return (
    <section aria-label="Next update" className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <p className={`tabular flex items-center gap-1.5 ${className}`}>
        <Icon className="size-4 shrink-0" aria-hidden />
        <span className="font-medium text-ink">Next update</span>
        <strong className="font-semibold">{due.words}</strong>
        {at && (
          <span className="text-xs text-muted">
            <Timestamp at={at} form="absolute" />
          </span>
        )}
      </p>
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">Promise the next update</legend>
        {PROMISES.map((minutes) => (
          <Button
            key={minutes}
            size="sm"
            disabled={controls.quick.isSaving}
            onClick={() => controls.quick.save({ next_update_at: inMinutes(minutes, Date.now()) })}
          >
            <span aria-hidden>{minutes}m</span>
            <span className="sr-only">In {minutes} minutes</span>
          </Button>
        ))}
        <Button size="sm" variant="quiet" onClick={() => controls.ask("next-update")}>
          Other…
        </Button>
        {at && (
          <Button
            size="sm"
            variant="quiet"
            aria-label="Clear the next update"
            onClick={() => controls.quick.save({ next_update_at: null })}
          >
            <X aria-hidden /> Clear
          </Button>
        )}
      </fieldset>
    </section>
  );
}
