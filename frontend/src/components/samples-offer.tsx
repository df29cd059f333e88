import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { describeProblem } from "@/api/problem";
import { removeSamples, samplesQuery } from "@/api/samples";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { readStored, writeStored } from "@/lib/storage";
import { counted } from "@/lib/text";

const KEY = "memoryops.samples-kept";

function areKept(): boolean {
  return readStored("local", KEY) !== null;
}

/** Asks ahead for what the offer needs, where it was not declined. */
export function prefetchSamples(queries: QueryClient): void {
  if (!areKept()) void queries.prefetchQuery(samplesQuery());
}

/** Removes all samples and their memory, and says so. */
export function useRemoveSamples() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: removeSamples,
    onSuccess: ({ removed }) => {
      toast(`${counted(removed, "sample")} removed; their memory is being withdrawn.`);
      void client.invalidateQueries();
    },
    onError: (error) => toast(`Removing samples failed: ${describeProblem(error).advice}`, { tone: "bad" }),
  });
}

/** Offers, once there is a real incident, to remove the sample history and its memory. */
export function SamplesOffer() {
  const [kept, setKept] = useState(areKept);
  const samples = useQuery({ ...samplesQuery(), enabled: !kept });
  const remove = useRemoveSamples();
  const keep = () => {
    writeStored("local", KEY, "yes");
    setKept(true);
  };
  if (kept || !samples.data || samples.data.count === 0) return null;
  return (
    <section aria-label="Sample data" className="space-y-2.5 rounded-lg border border-line px-4 py-3 text-sm">
      <p className="flex items-start gap-2 text-soft">
        <FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          You have real incidents now. {counted(samples.data.count, "sample incident")} came with MemoryOps
          and can still be recalled as evidence. Remove them and their memory when you no longer need them.
        </span>
      </p>
      <div className="flex gap-2 pl-6">
        <Button size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove samples
        </Button>
        <Button size="sm" variant="quiet" onClick={keep}>
          Keep them
        </Button>
      </div>
    </section>
  );
}
