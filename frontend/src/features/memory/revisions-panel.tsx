import { useState } from "react";
import type { LedgerDocument, LedgerRevision } from "@/api/types";
import { DiffText } from "@/components/ui/diff-text";
import { Field, Select } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { SourceText } from "@/components/ui/source-text";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

/** The document as it was written: one revision, or two with their differences. */
export function RevisionsPanel({ document }: { document: LedgerDocument }) {
  const revisions = document.revisions.toSorted((one, other) => other.revision - one.revision);
  const [shown, setShown] = useState<number | null>(null);
  const [against, setAgainst] = useState<number | null>(null);
  const chosen = revisions.find(({ revision }) => revision === (shown ?? document.revision));
  const other = revisions.find(({ revision }) => revision === against && revision !== chosen?.revision);
  return (
    <Panel
      title="As written"
      aside={<span className="text-xs text-muted">{counted(revisions.length, "revision")}</span>}
    >
      <div className="space-y-3">
        {revisions.length > 1 && (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="Revision" required>
              {({ required: _, ...props }) => (
                <Select
                  {...props}
                  value={String(chosen?.revision ?? "")}
                  options={revisions.map(optionOf)}
                  onChange={(event) => setShown(Number(event.target.value))}
                />
              )}
            </Field>
            <Field label="Compared with" required>
              {({ required: _, ...props }) => (
                <Select
                  {...props}
                  value={other ? String(other.revision) : ""}
                  options={[
                    ["", "Nothing"],
                    ...revisions.filter((one) => one.revision !== chosen?.revision).map(optionOf),
                  ]}
                  onChange={(event) => setAgainst(Number(event.target.value) || null)}
                />
              )}
            </Field>
          </div>
        )}
        {chosen && <Provenance revision={chosen} />}
        <Shown chosen={chosen?.text ?? (chosen ? null : document.text)} revision={chosen} other={other} />
      </div>
    </Panel>
  );
}

function optionOf({ revision, cause }: LedgerRevision): readonly [string, string] {
  return [String(revision), `${revision} · ${cause}`];
}

function Provenance({ revision }: { revision: LedgerRevision }) {
  return (
    <p className="text-xs text-muted wrap-anywhere">
      Revision {revision.revision}, written <Timestamp at={revision.written_at} form="both" />:{" "}
      {revision.cause} · <code className="font-mono">{revision.content_hash.slice(0, 12)}</code>
    </p>
  );
}

type ShownProps = { chosen: string | null; revision?: LedgerRevision; other?: LedgerRevision };

function Shown({ chosen, revision, other }: ShownProps) {
  if (chosen === null || chosen === "") return <Erased />;
  if (other === undefined || revision === undefined)
    return <SourceText label="Document text" text={chosen} className="!max-h-[32rem]" />;
  if (other.text === null) return <Erased />;
  const [older, newer] = other.revision < revision.revision ? [other, revision] : [revision, other];
  return (
    <DiffText
      label={`Differences from revision ${older.revision} to revision ${newer.revision}`}
      before={older.text ?? ""}
      after={newer.text ?? ""}
    />
  );
}

function Erased() {
  return <p className="text-sm text-muted">The words of this revision are erased.</p>;
}
