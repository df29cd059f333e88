import { useNavigate } from "@tanstack/react-router";
import { declareFromAlert } from "@/api/alerts";
import { fieldProblems } from "@/api/problem";
import type { Alert, Severity } from "@/api/types";
import { SEVERITIES, SEVERITY_ORDER } from "@/components/incident/labels";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";
import { useHandling } from "@/features/alerts/use-handling";
import { useDraft } from "@/lib/draft";
import { filled } from "@/lib/text";

const OPTIONS = SEVERITY_ORDER.map((value) => {
  const { word, meaning } = SEVERITIES[value];
  return [value, `${word}: ${meaning}`] as const;
});

/** Declares an incident from an alert; service and severity can be put right first. */
export function DeclareDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const navigate = useNavigate();
  const draft = useDraft(`alert-declare.${alert.id}`, {
    service: alert.service ?? "",
    severity: alert.severity ?? "sev3",
  });
  const { service, severity } = draft.values;
  const declare = useHandling(async () => {
    const sent = draft.values;
    const declared = await declareFromAlert(alert.id, {
      service: filled(sent.service),
      severity: sent.severity as Severity,
    });
    draft.accepted(sent);
    return declared;
  });
  const problems = fieldProblems(declare.error);
  const send = () =>
    declare.mutate(undefined, {
      onSuccess: async ({ incident_id: id }) => {
        onClose();
        if (id) await navigate({ to: "/incidents/$id", params: { id } });
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Declare an incident from ${alert.id}?`}
      description="Title, error, symptoms, start and links come from the alert, and the investigation begins by itself."
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {declare.error && Object.keys(problems).length === 0 && (
          <ProblemNote error={declare.error} doing="Declaring" stillWorks="The alert stays where it was." />
        )}
        <Field
          label="Service"
          error={problems.service}
          hint={
            alert.service ? undefined : "The alert names none; left blank, the rules' own choice is taken."
          }
        >
          {(props) => (
            <Input
              {...props}
              value={service}
              onChange={(event) => draft.set("service", event.target.value)}
            />
          )}
        </Field>
        <Field label="Severity" required error={problems.severity}>
          {({ required: _, ...props }) => (
            <Select
              {...props}
              value={severity}
              options={OPTIONS}
              onChange={(event) => draft.set("severity", event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" variant="primary" busy={declare.isPending}>
            Declare incident
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
