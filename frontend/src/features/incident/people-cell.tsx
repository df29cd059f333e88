import { CircleUserRound, UserRoundX } from "lucide-react";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Cell } from "@/components/ui/cell";
import { Kbd } from "@/components/ui/kbd";
import { ROLES, type Role } from "@/features/incident/change-words";
import type { Controls } from "@/features/incident/use-incident-controls";
import { useActor } from "@/lib/actor";

/** Who is on it; while nobody commands, taking command is one press away. */
export function PeopleCell({ incident, controls }: { incident: Incident; controls: Controls }) {
  const isOpen = incident.status !== "resolved";
  return (
    <Cell
      title="Who is on it"
      aside={
        isOpen && (
          <Button size="sm" variant="quiet" onClick={() => controls.ask("roles")}>
            Assign…
          </Button>
        )
      }
    >
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-y-1 sm:items-center">
        {ROLES.map(([role, name]) => (
          <div key={role} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="flex min-h-6 min-w-0 items-center">
              <Holder incident={incident} role={role} isOpen={isOpen} controls={controls} />
            </dd>
          </div>
        ))}
      </dl>
    </Cell>
  );
}

type HolderProps = { incident: Incident; role: Role; isOpen: boolean; controls: Controls };

function Holder({ incident, role, isOpen, controls }: HolderProps) {
  const actor = useActor();
  const holder = incident[role];
  if (holder !== null) {
    return (
      <span dir="auto" className="truncate font-medium" title={holder}>
        <CircleUserRound className="mr-1 inline size-3.5 text-muted" aria-hidden />
        {holder}
      </span>
    );
  }
  if (role === "commander") {
    return (
      <span className="flex w-full flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className={isOpen ? "text-warn" : "text-muted"}>
          <UserRoundX className="mr-1 inline size-3.5" aria-hidden />
          nobody{isOpen && " yet"}
        </span>
        {isOpen && (
          <Button
            variant={incident.status === "triage" ? "secondary" : "primary"}
            className="max-sm:w-full sm:h-7"
            busy={controls.quick.isSaving}
            onClick={controls.takeCommand}
          >
            Take command{" "}
            <span className="max-sm:hidden">
              <Kbd>c</Kbd>
            </span>
          </Button>
        )}
      </span>
    );
  }
  return (
    <>
      <span className="text-muted">nobody</span>
      {isOpen && actor && incident.commander !== actor && (
        <Button
          size="sm"
          variant="quiet"
          className="ml-1 h-6"
          onClick={() => controls.quick.save({ [role]: actor })}
        >
          Take<span className="sr-only"> {role}</span>
        </Button>
      )}
    </>
  );
}
