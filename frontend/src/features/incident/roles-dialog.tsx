import { useState } from "react";
import type { Incident, IncidentEdit } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ROLES, type Role } from "@/features/incident/change-words";
import type { QuickDialogProps } from "@/features/incident/incident-dialogs";
import { useActor } from "@/lib/actor";
import { submitOnKey } from "@/lib/submit-key";
import { filled } from "@/lib/text";

const TASKS: Record<Role, string> = {
  commander: "Decides, delegates, and touches nothing.",
  comms: "Tells those who wait how it stands.",
  scribe: "Writes down what happens, when it happens.",
};

/** Who commands, who tells, who writes down: by name, each role by one person. */
export function RolesDialog({ incident, controls: { quick }, onClose }: QuickDialogProps) {
  const actor = useActor();
  const [names, setNames] = useState(() => namesOf(incident));
  const submit = () => {
    const wanted = changed(incident, names);
    if (Object.keys(wanted).length === 0) onClose();
    else quick.save(wanted, onClose);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={Object.keys(changed(incident, names)).length === 0}
      title="Who is on it"
      description="One role a person, where you have the people."
    >
      <form
        noValidate
        onKeyDown={submitOnKey}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {ROLES.map(([role, name]) => (
          <Field key={role} label={name} hint={TASKS[role]}>
            {(props) => (
              <div className="flex gap-2">
                <Input
                  {...props}
                  maxLength={120}
                  autoComplete="off"
                  value={names[role]}
                  onChange={(event) => setNames({ ...names, [role]: event.target.value })}
                />
                {actor && names[role] !== actor && (
                  <Button onClick={() => setNames({ ...names, [role]: actor })}>
                    Me<span className="sr-only"> as {name}</span>
                  </Button>
                )}
              </div>
            )}
          </Field>
        ))}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={quick.isSaving}>
            Save roles
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function namesOf(incident: Incident): Record<Role, string> {
  return {
    commander: incident.commander ?? "",
    comms: incident.comms ?? "",
    scribe: incident.scribe ?? "",
  };
}

function changed(incident: Incident, names: Record<Role, string>): IncidentEdit {
  const given = ROLES.map(([role]) => [role, filled(names[role])] as const);
  return Object.fromEntries(given.filter(([role, name]) => incident[role] !== name));
}
