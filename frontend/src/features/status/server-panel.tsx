import { useQuery } from "@tanstack/react-query";
import { samplesQuery } from "@/api/samples";
import { useRemoveSamples } from "@/components/samples-offer";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { counted } from "@/lib/text";

/** This process, and the sample data it may hold. */
export function ServerPanel({ version, startedAt }: { version: string; startedAt: string }) {
  const samples = useQuery(samplesQuery());
  const remove = useRemoveSamples();
  const count = samples.data?.count ?? 0;
  return (
    <Panel title="MemoryOps">
      <div className="space-y-3 text-sm">
        <Facts
          items={[
            ["Version", version],
            ["Running since", <Timestamp key="since" at={startedAt} form="both" />],
            ["Samples", samples.data ? counted(count, "sample incident") : "…"],
          ]}
        />
        {count > 0 && (
          <Button size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove samples and their memory
          </Button>
        )}
      </div>
    </Panel>
  );
}
