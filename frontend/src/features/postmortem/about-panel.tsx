import { useState } from "react";
import { editPostmortem } from "@/api/postmortems";
import type { ImpactNumbers, Postmortem } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Field, Input } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";
import { filled } from "@/lib/text";
import { formatDuration } from "@/lib/time";

const NUMBERS = [
  ["users_affected", "Users affected", "1"],
  ["requests_failed_percent", "Requests failed, %", "any"],
  ["tickets", "Support tickets", "1"],
  ["revenue", "Revenue lost", "any"],
] as const;

const count = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** Owner, reviewers and the impact in numbers. */
export function AboutPanel({ postmortem, canEdit }: { postmortem: Postmortem; canEdit: boolean }) {
  const [editing, setEditing] = useState(false);
  return (
    <Panel
      title="People and impact"
      aside={
        canEdit &&
        !editing && (
          <Button size="sm" variant="quiet" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> people and impact</span>
          </Button>
        )
      }
    >
      {editing ? (
        <AboutForm postmortem={postmortem} onClose={() => setEditing(false)} />
      ) : (
        <Facts items={factsOf(postmortem)} />
      )}
    </Panel>
  );
}

function factsOf({ owner, reviewers, impact }: Postmortem): [string, string][] {
  const unknown = "not said";
  const number = (value: number | null) => (value === null ? unknown : count.format(value));
  return [
    ["Owner", owner ?? "nobody yet"],
    ["Reviewers", reviewers.join(", ") || "nobody yet"],
    ["Duration", impact.duration_s === null ? "still going on" : formatDuration(impact.duration_s)],
    ["Users affected", number(impact.users_affected)],
    [
      "Requests failed",
      impact.requests_failed_percent === null ? unknown : `${count.format(impact.requests_failed_percent)} %`,
    ],
    ["Support tickets", number(impact.tickets)],
    [
      "Revenue lost",
      impact.revenue === null ? unknown : `${count.format(impact.revenue)} ${impact.currency ?? ""}`,
    ],
  ];
}

function AboutForm({ postmortem, onClose }: { postmortem: Postmortem; onClose: () => void }) {
  const { impact } = postmortem;
  const [values, setValues] = useState<Record<string, string>>({
    owner: postmortem.owner ?? "",
    reviewers: postmortem.reviewers.join(", "),
    currency: impact.currency ?? "EUR",
    ...Object.fromEntries(NUMBERS.map(([name]) => [name, impact[name]?.toString() ?? ""])),
  });
  const save = usePostmortemChange("Saving", () =>
    editPostmortem(postmortem.incident_id, postmortem.revision, {
      owner: filled(values.owner ?? ""),
      reviewers: (values.reviewers ?? "").split(",").flatMap((name) => filled(name) ?? []),
      impact: impactOf(values),
    }),
  );
  const control = (name: string) => ({
    value: values[name] ?? "",
    onChange: (event: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: event.target.value })),
  });
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <Field label="Owner">{(field) => <Input {...field} {...control("owner")} maxLength={120} />}</Field>
      <Field label="Reviewers" hint="Names, separated by commas.">
        {(field) => <Input {...field} {...control("reviewers")} />}
      </Field>
      {NUMBERS.map(([name, label, step]) => (
        <Field key={name} label={label}>
          {(field) => (
            <Input
              {...field}
              {...control(name)}
              type="number"
              min={0}
              max={name === "requests_failed_percent" ? 100 : undefined}
              step={step}
              inputMode="decimal"
            />
          )}
        </Field>
      ))}
      <Field label="Currency">
        {(field) => <Input {...field} {...control("currency")} maxLength={3} pattern="[A-Z]{3}" />}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function impactOf(values: Record<string, string>): ImpactNumbers {
  const number = (name: string) => {
    const said = filled(values[name] ?? "");
    return said === null ? null : Number(said);
  };
  const revenue = number("revenue");
  return {
    users_affected: number("users_affected"),
    requests_failed_percent: number("requests_failed_percent"),
    tickets: number("tickets"),
    revenue,
    currency: revenue === null ? null : filled(values.currency ?? ""),
  };
}
