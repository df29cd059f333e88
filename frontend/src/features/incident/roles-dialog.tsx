import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ROLES, type Role } from "@/features/incident/change-words";
import type { QuickDialogProps } from "@/features/incident/incident-dialogs";
import { useActor } from "@/lib/actor";
import { useEditDraft } from "@/lib/edit-draft";
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
  const standing = { values: namesOf(incident), revision: incident.revision };
  const draft = useEditDraft(`roles.${incident.id}`, standing);
  const { base, values: names } = draft;
  const giveUp = () => {
    draft.discard();
    onClose();
  };
  const submit = () => {
    if (draft.changed.length === 0) return giveUp();
    // Whoever changed a role since the dialog was opened is told of, and keeps what they gave out.
    const seen = { ...incident, ...givenOf(base.values), revision: base.revision };
    const wanted = Object.fromEntries(draft.changed.map((role) => [role, filled(names[role])]));
    quick.save(wanted, giveUp, seen);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={draft.changed.length === 0}
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
                  onChange={(event) => draft.set(role, event.target.value)}
                />
                {actor && names[role] !== actor && (
                  <Button onClick={() => draft.set(role, actor)}>
                    Me<span className="sr-only"> as {name}</span>
                  </Button>
                )}
              </div>
            )}
          </Field>
        ))}
        <div className="flex justify-end gap-2">
          {draft.restored && (
            <p className="mr-auto self-center text-xs text-muted">Restored from your draft.</p>
          )}
          <Button onClick={giveUp}>Cancel</Button>
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

function givenOf(names: Record<Role, string>): Record<Role, string | null> {
  return {
    commander: filled(names.commander),
    comms: filled(names.comms),
    scribe: filled(names.scribe),
  };
}
