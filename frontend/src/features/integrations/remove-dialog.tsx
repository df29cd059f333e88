import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { deleteIntegration, integrationKeys } from "@/api/integrations";
import type { Integration } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";

/** Ends an integration after a question: nothing that it sends is let in any more. */
export function RemoveDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => deleteIntegration(integration.id),
    onSuccess: async () => {
      onClose();
      await navigate({ to: "/integrations" });
      client.removeQueries({ queryKey: integrationKeys.one(integration.id) });
      await client.invalidateQueries({ queryKey: integrationKeys.all });
      toast(`${integration.name} is removed.`);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${integration.name}?`}
      description="Its tokens end at once, and what the tool still sends is refused. What it delivered, and the alerts and incidents of it, stay. This cannot be undone."
    >
      <div className="space-y-4">
        {remove.error && (
          <ProblemNote error={remove.error} doing="Removing" stillWorks="It is still there." />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
