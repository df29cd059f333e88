import { useState } from "react";
import { fieldProblems } from "@/api/problem";
import type { Integration } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { useIntegrationEdit } from "@/features/integrations/use-integration-edit";
import { useEditDraft } from "@/lib/edit-draft";

/** The source's own signature: what it is checked with, and whether a delivery without one is refused. */
export function SignaturePanel({ integration }: { integration: Integration }) {
  const isSns = integration.source === "cloudwatch";
  const known = isSns ? integration.topic_arn !== null : integration.has_signing_secret;
  return (
    <Panel
      title="Signature"
      aside={known ? <Badge tone="good">Checked</Badge> : <Badge tone="plain">Not set</Badge>}
    >
      <div className="space-y-4 text-sm">
        <p className="text-soft">
          {integration.label} signs what it sends. Token or signature suffices, unless the signature is
          required.
        </p>
        {isSns ? <TopicForm integration={integration} /> : <SecretForm integration={integration} />}
        <RequireSwitch integration={integration} known={known} />
      </div>
    </Panel>
  );
}

/** What is typed here is kept nowhere: it is a secret. */
function SecretForm({ integration }: { integration: Integration }) {
  const [secret, setSecret] = useState("");
  const save = useIntegrationEdit(integration);
  return (
    <ValueForm
      label="Signing secret"
      hint={
        integration.has_signing_secret
          ? "One is set; it is never shown. A new one is taken beside it for a day."
          : "It is sealed when stored, and never shown again."
      }
      type="password"
      value={secret}
      onChange={setSecret}
      field="signing_secret"
      save={save}
      onSave={() =>
        save.mutate(
          { signing_secret: secret },
          {
            onSuccess: () => {
              setSecret("");
              toast("The signing secret is set.");
            },
          },
        )
      }
    />
  );
}

function TopicForm({ integration }: { integration: Integration }) {
  const standing = { values: { topic: integration.topic_arn ?? "" }, revision: 0 };
  const edit = useEditDraft(`integration-topic.${integration.id}`, standing);
  const { topic } = edit.values;
  const save = useIntegrationEdit(integration);
  return (
    <ValueForm
      label="Topic ARN"
      hint="Any topic can sign with the same key, so only this topic's signature counts."
      type="text"
      value={topic}
      onChange={(typed) => edit.set("topic", typed)}
      field="topic_arn"
      save={save}
      onSave={() =>
        save.mutate(
          { topic_arn: topic },
          {
            onSuccess: ({ topic_arn }) => {
              edit.accepted({ topic }, { values: { topic: topic_arn ?? "" }, revision: 0 });
              toast("The topic is set.");
            },
          },
        )
      }
    />
  );
}

type ValueFormProps = {
  label: string;
  hint: string;
  type: "password" | "text";
  value: string;
  onChange: (value: string) => void;
  field: string;
  save: ReturnType<typeof useIntegrationEdit>;
  onSave: () => void;
};

function ValueForm({ label, hint, type, value, onChange, field, save, onSave }: ValueFormProps) {
  const problem = fieldProblems(save.error)[field];
  return (
    <form
      noValidate
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== "") onSave();
      }}
    >
      {save.error && !problem && (
        <ProblemNote error={save.error} doing="Saving" stillWorks="What was set before still counts." />
      )}
      <Field label={label} required hint={hint} error={problem}>
        {({ required: _, ...props }) => (
          <Input
            {...props}
            type={type}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="sm" busy={save.isPending} disabled={value.trim() === ""}>
        Set
      </Button>
    </form>
  );
}

function RequireSwitch({ integration, known }: { integration: Integration; known: boolean }) {
  const save = useIntegrationEdit(integration);
  const required = integration.require_signature;
  return (
    <div className="space-y-2">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-0.5 size-4 accent-accent"
          checked={required}
          disabled={save.isPending || (!known && !required)}
          onChange={() => save.mutate({ require_signature: !required })}
        />
        <span>
          Require the signature
          <span className="block text-xs text-muted">
            {known
              ? "A delivery with a valid token but without a valid signature is refused."
              : "Set what it is checked with first."}
          </span>
        </span>
      </label>
      {save.error && <ProblemNote error={save.error} doing="Changing it" stillWorks="It stands as before." />}
    </div>
  );
}
