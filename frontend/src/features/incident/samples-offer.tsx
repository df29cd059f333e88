import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { describeProblem } from "@/api/problem";
import { removeSamples, samplesQuery } from "@/api/samples";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { readStored, writeStored } from "@/lib/storage";
import { counted } from "@/lib/text";

const KEY = "memoryops.samples-kept";

/** Offers, once there is a real incident, to remove the sample history and its memory. */
export function SamplesOffer() {
  const client = useQueryClient();
  const [kept, setKept] = useState(() => readStored("local", KEY) !== null);
  const samples = useQuery({ ...samplesQuery(), enabled: !kept });
  const remove = useMutation({
    mutationFn: removeSamples,
    onSuccess: ({ removed }) => {
      toast(`${counted(removed, "sample")} removed; their memory is being withdrawn.`);
      void client.invalidateQueries();
    },
    onError: (error) => toast(`Removing samples failed: ${describeProblem(error).advice}`, { tone: "bad" }),
  });
  const keep = () => {
    writeStored("local", KEY, "yes");
    setKept(true);
  };
  if (kept || !samples.data || samples.data.count === 0) return null;
  return (
    <section
      aria-label="Sample data"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-edge/60 bg-raised px-4 py-2.5 text-sm"
    >
      <FlaskConical className="size-4 text-soft" aria-hidden />
      <p className="min-w-0 flex-1 basis-64">
        You have a real incident now. {counted(samples.data.count, "sample incident")} came with MemoryOps and
        can be recalled as evidence; remove them and their memory when you no longer need them.
      </p>
      <div className="flex gap-2">
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
