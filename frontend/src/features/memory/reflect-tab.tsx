import { useMutation } from "@tanstack/react-query";
import { Cpu, Lightbulb } from "lucide-react";
import { useState } from "react";
import { reflect } from "@/api/memory";
import type { ReflectResponse } from "@/api/types";
import { EvidenceList } from "@/components/evidence/evidence-list";
import { MemoryBanner } from "@/components/evidence/memory-banner";
import { IncidentLink } from "@/components/incident/incident-link";
import { Button } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import { Markdown } from "@/components/ui/markdown";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";

/** A question across incidents, answered from memory when Hindsight has a model. */
export function ReflectTab() {
  const [question, setQuestion] = useState("");
  const [blank, setBlank] = useState(false);
  const answer = useMutation({ mutationFn: reflect });
  const ask = () => {
    setBlank(question.trim() === "");
    if (question.trim() !== "") answer.mutate(question.trim());
  };
  return (
    <div className="space-y-5">
      <form
        noValidate
        className="max-w-2xl space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Field
          label="A question across incidents"
          required
          error={blank ? "Ask something first." : null}
          hint="Answered by Hindsight's own language model, from memories. What the record can count is shown beside it."
        >
          {(props) => (
            <TextArea
              {...props}
              value={question}
              onChange={(event) => setQuestion(event.target.value)}
              placeholder="What keeps exhausting our connection pools?"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={answer.isPending}>
          {!answer.isPending && <Lightbulb aria-hidden />} Reflect
        </Button>
      </form>
      <div aria-live="polite" aria-busy={answer.isPending} className="space-y-4">
        {answer.error && <ProblemNote error={answer.error} doing="Reflecting" onRetry={ask} />}
        {answer.data && <Answer answer={answer.data} at={answer.submittedAt} />}
      </div>
    </div>
  );
}

function Answer({ answer, at }: { answer: ReflectResponse; at: number }) {
  return (
    <>
      <MemoryBanner
        status={answer.memory_status}
        memory={answer.memory}
        matches={answer.based_on}
        at={new Date(at).toISOString()}
      />
      {answer.answer && (
        <article
          aria-label="Analysis"
          className="analysis rounded-lg border-2 border-dashed border-edge/70 bg-page p-4"
        >
          <p className="mb-2 flex items-center gap-1.5 text-xs font-semibold text-soft">
            <Cpu className="size-4" aria-hidden /> Hindsight's model
          </p>
          <Markdown text={answer.answer} />
        </article>
      )}
      <EvidenceList evidence={answer.based_on} />
      {answer.from_record.length > 0 && (
        <Panel title="What the record shows by counting">
          <ul className="space-y-2 text-sm">
            {answer.from_record.map((pattern) => (
              <li key={pattern.statement} className="flex flex-wrap items-baseline gap-x-2">
                <span>{pattern.statement}</span>
                {pattern.incident_ids.map((id) => (
                  <IncidentLink key={id} id={id} />
                ))}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
