import { useMutation } from "@tanstack/react-query";
import { Lightbulb } from "lucide-react";
import { useState } from "react";
import { reflect } from "@/api/memory";
import type { ReflectResponse } from "@/api/types";
import { EvidenceList } from "@/components/evidence/evidence-list";
import { MemoryBanner } from "@/components/evidence/memory-banner";
import { ExcludedMemories, RecallDetails } from "@/components/evidence/recall-details";
import { Button } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { RecordPatterns } from "@/features/memory/record-patterns";
import { ReflectedAnswer } from "@/features/memory/reflected-answer";
import { useDraft } from "@/lib/draft";
import { submitOnKey } from "@/lib/submit-key";

/** A question across incidents, answered from memory when Hindsight has a model. */
export function ReflectTab() {
  const draft = useDraft("memory.reflect", { question: "" });
  const { question } = draft.values;
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
        onKeyDown={submitOnKey}
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
              onChange={(event) => draft.set("question", event.target.value)}
              placeholder="What keeps exhausting our connection pools?"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={answer.isPending}>
          {!answer.isPending && <Lightbulb aria-hidden />} Reflect
        </Button>
      </form>
      <p role="status" className={answer.isPending ? "text-sm text-soft" : "sr-only"}>
        {answer.isPending && "Hindsight is thinking; this can take up to a minute."}
      </p>
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
        <ReflectedAnswer
          text={answer.answer}
          basedOn={answer.based_on.map(({ incident_id }) => incident_id)}
          unsupported={answer.unsupported_ids}
        />
      )}
      {answer.based_on.length > 0 && (
        <section aria-labelledby="based-on" className="space-y-3">
          <h2 id="based-on" className="text-base font-semibold">
            Based on
          </h2>
          <EvidenceList evidence={answer.based_on} />
        </section>
      )}
      <RecordPatterns patterns={answer.from_record} />
      <Panel title="How this came about">
        <div className="space-y-3">
          <RecallDetails memory={answer.memory} />
          <ExcludedMemories memory={answer.memory} />
        </div>
      </Panel>
    </>
  );
}
