import { deleteRule } from "@/api/routing";
import type { RoutingRule } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { useRuleChange } from "@/features/routing/use-rule-change";

/** Deletes a rule after a question. */
export function DeleteRuleDialog({ rule, onClose }: { rule: RoutingRule; onClose: () => void }) {
  const remove = useRuleChange(() => deleteRule(rule.id));
  const send = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast(`The rule “${rule.name}” is deleted.`);
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${rule.name}”?`}
      description="From now on the rules after it decide. What it routed stays where it went, with its name. To stop it for a while, switch it off instead."
    >
      <div className="space-y-4">
        {remove.error && (
          <ProblemNote error={remove.error} doing="Deleting" stillWorks="The rule still decides." />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={remove.isPending} onClick={send}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
