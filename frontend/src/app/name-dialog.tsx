import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { currentActor, rememberActor } from "@/lib/actor";

/** Asks once who uses this browser; changes carry the name. */
export function NameDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(currentActor() ?? "");
  const done = (chosen: string) => {
    rememberActor(chosen);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && done(currentActor() ?? "")}
      title="Who are you?"
      description="Your changes carry this name in the timeline. It stays in this browser and can be changed at any time."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          done(name);
        }}
      >
        <Field label="Your name" required>
          {(props) => (
            <Input
              {...props}
              autoComplete="name"
              maxLength={120}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => done(currentActor() ?? "")}>Not now</Button>
          <Button type="submit" variant="primary">
            Save name
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
