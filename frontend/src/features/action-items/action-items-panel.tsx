import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { incidentActionItemsQuery } from "@/api/action-items";
import type { Incident } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { AddDialog } from "@/features/action-items/add-dialog";
import { ItemRow } from "@/features/action-items/item-row";
import { useMoves } from "@/features/action-items/use-moves";
import { useCommand } from "@/lib/commands";

type ActionItemsPanelProps = { incident: Pick<Incident, "id" | "severity"> };

/** What an incident left to be done, and where more is added. */
export function ActionItemsPanel({ incident }: ActionItemsPanelProps) {
  const items = useQuery(incidentActionItemsQuery(incident.id));
  const [adding, setAdding] = useState(false);
  const { move } = useMoves();
  const found = items.data?.items ?? [];
  useCommand({ label: "Add an action item…", icon: Plus, run: () => setAdding(true) });
  return (
    <Panel
      title="Action items"
      flush
      aside={
        <Button size="sm" onClick={() => setAdding(true)}>
          <Plus aria-hidden /> Add action item
        </Button>
      }
    >
      {items.isPending && (
        <Loading what="action items">
          <Skeleton className="m-4 h-8" />
        </Loading>
      )}
      {items.error && (
        <div className="p-4">
          <ProblemNote
            error={items.error}
            doing="Loading action items"
            onRetry={() => void items.refetch()}
          />
        </div>
      )}
      {items.isSuccess && found.length === 0 && (
        <p className="px-4 py-3 text-sm text-soft">None yet. What keeps this from happening again?</p>
      )}
      {found.length > 0 && (
        <ul aria-label="Action items" className="divide-y divide-line">
          {found.map((item) => (
            <ItemRow key={item.id} item={item} about="owner" onMove={move} />
          ))}
        </ul>
      )}
      {adding && <AddDialog incident={incident} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
