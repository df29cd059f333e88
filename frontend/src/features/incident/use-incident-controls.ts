import {
  AlarmClock,
  Flame,
  PencilLine,
  Rocket,
  Siren,
  Trash2,
  UserRoundCheck,
  UsersRound,
} from "lucide-react";
import { useState } from "react";
import type { Incident } from "@/api/types";
import { STATUSES } from "@/components/incident/labels";
import { toast } from "@/components/ui/toast";
import { type AskedNow, nothingAsked } from "@/features/incident/asked";
import { inMinutes, PROMISES } from "@/features/incident/next-update";
import { type QuickEdit, useQuickEdit } from "@/features/incident/use-quick-edit";
import { askForName, useActor } from "@/lib/actor";
import { useCommand } from "@/lib/commands";

export type Controls = {
  quick: QuickEdit;
  asked: AskedNow;
  ask: AskedNow["ask"];
  takeCommand: () => void;
};

/** Everything that can be done to an incident at once, by button, by key and from the palette. */
export function useIncidentControls(incident: Incident): Controls {
  const [asked] = useState(nothingAsked);
  const { ask } = asked;
  const quick = useQuickEdit(incident);
  const actor = useActor();
  const takeCommand = () => {
    if (actor === null) askForName();
    else if (incident.commander === actor) toast("You command already.");
    else if (incident.commander !== null) ask("take-over");
    else quick.save({ commander: actor }, () => toast(`You command ${incident.id}.`));
  };
  const controls = { quick, asked, ask, takeCommand };
  useControlCommands(incident, controls);
  return controls;
}

function useControlCommands(incident: Incident, { quick, ask, takeCommand }: Controls): void {
  const actor = useActor();
  const commands = actor !== null && incident.commander === actor;
  const isOpen = incident.status !== "resolved";
  const canMove = isOpen && incident.status !== "triage";
  const whileOpen = <T>(command: T) => (isOpen ? command : null);
  useCommand(
    whileOpen({
      label:
        incident.commander === null || commands ? "Take command" : `Take command from ${incident.commander}…`,
      icon: UserRoundCheck,
      keyName: "takeCommand",
      // The key still answers that one commands already.
      byKeyOnly: commands,
      run: takeCommand,
    }),
  );
  useCommand(
    whileOpen({ label: "Assign commander, comms, scribe…", icon: UsersRound, run: () => ask("roles") }),
  );
  useCommand({ label: "Change the severity…", icon: Flame, keyName: "severity", run: () => ask("severity") });
  useCommand(
    canMove
      ? {
          label: "Change the status…",
          icon: STATUSES.monitoring.icon,
          keyName: "status",
          run: () => ask("status"),
        }
      : null,
  );
  useCommand(
    whileOpen({
      label: "Set the next update…",
      icon: AlarmClock,
      keyName: "nextUpdate",
      run: () => ask("next-update"),
    }),
  );
  const promise = (minutes: number) => ({
    label: `Next update in ${minutes} minutes`,
    icon: AlarmClock,
    run: () => quick.save({ next_update_at: inMinutes(minutes, Date.now()) }),
  });
  useCommand(whileOpen(promise(PROMISES[0])));
  useCommand(whileOpen(promise(PROMISES[1])));
  useCommand(whileOpen(promise(PROMISES[2])));
  useCommand(
    incident.next_update_at
      ? { label: "Clear the next update", icon: AlarmClock, run: () => quick.save({ next_update_at: null }) }
      : null,
  );
  useCommand({ label: "Note a deploy…", icon: Rocket, run: () => ask("deploy") });
  useCommand({ label: "Edit the incident…", icon: PencilLine, keyName: "edit", run: () => ask("edit") });
  useCommand({ label: "Delete the incident…", icon: Trash2, run: () => ask("delete") });
  const { runbook } = incident;
  useCommand(
    runbook
      ? {
          label: "Open the runbook",
          icon: Siren,
          run: () => void window.open(runbook, "_blank", "noopener,noreferrer"),
        }
      : null,
  );
}
