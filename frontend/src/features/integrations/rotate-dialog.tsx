import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { integrationKeys, rotateToken } from "@/api/integrations";
import type { Integration } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Select } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { showToken } from "@/features/integrations/new-tokens";
import { formatUtc, useNow } from "@/lib/time";

const OVERLAPS = [
  ["0", "not at all: they end at once"],
  ["1", "1 hour"],
  ["24", "1 day"],
  ["168", "7 days"],
] as const;
const HOUR_MS = 3_600_000;

/** Makes a new token, and says until when the old ones are still taken. */
export function RotateDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const client = useQueryClient();
  const now = useNow();
  const [hours, setHours] = useState("24");
  const rotate = useMutation({
    mutationFn: () => rotateToken(integration.id, Number(hours)),
    onSuccess: ({ token, url }) => {
      showToken(integration.id, { token, url });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.all }),
  });
  const end = formatUtc(new Date(now + Number(hours) * HOUR_MS));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rotate the token?"
      description="A new token is made and shown once. Set it in the tool while the old one is still taken."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          rotate.mutate();
        }}
      >
        {rotate.error && (
          <ProblemNote error={rotate.error} doing="Rotating" stillWorks="The old token is still valid." />
        )}
        <Field
          label="The old ones are still taken for"
          required
          hint={hours === "0" ? "What is sent with them is refused from now on." : `They end on ${end}.`}
        >
          {({ required: _, ...props }) => (
            <Select
              {...props}
              value={hours}
              options={OVERLAPS}
              onChange={(event) => setHours(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" variant="primary" busy={rotate.isPending}>
            Rotate
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
