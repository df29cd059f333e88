import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { CircleCheck, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { actionItemQuery } from "@/api/action-items";
import { useLiveActionItems } from "@/api/live";
import { ApiProblem } from "@/api/problem";
import type { ActionItem } from "@/api/types";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Markdown } from "@/components/ui/markdown";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { EditDialog } from "@/features/action-items/edit-dialog";
import { ItemFacts } from "@/features/action-items/item-facts";
import { ItemHistory } from "@/features/action-items/item-history";
import { DueMark, StateBadge } from "@/features/action-items/item-marks";
import { MoveMenu } from "@/features/action-items/move-menu";
import { useDelete } from "@/features/action-items/use-item-change";
import { useMoves } from "@/features/action-items/use-moves";
import { MOVES } from "@/features/action-items/words";
import { useDocumentTitle } from "@/lib/document-title";

/** One action item: what it says, where it stands, and every change of it. */
export function ActionItemPage({ id }: { id: string }) {
  const item = useQuery(actionItemQuery(id));
  useLiveActionItems();
  useDocumentTitle(item.data ? `${id} ${item.data.title}` : id);
  if (item.data) return <Loaded item={item.data} />;
  if (item.isPending) {
    return (
      <Loading what={id}>
        <Skeleton className="h-40 w-full" />
      </Loading>
    );
  }
  return (
    <div className="space-y-4">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {id}
      </h1>
      {item.error instanceof ApiProblem && item.error.status === 404 ? (
        <EmptyState
          icon={Trash2}
          title="There is no such action item"
          action={
            <Link to="/action-items" className={buttonClass()}>
              All action items
            </Link>
          }
        >
          It was deleted, or its incident was.
        </EmptyState>
      ) : (
        <ProblemNote error={item.error} doing={`Loading ${id}`} onRetry={() => void item.refetch()} />
      )}
    </div>
  );
}

function Loaded({ item }: { item: ActionItem }) {
  return (
    <div className="space-y-5">
      <Header item={item} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-5">
          <Panel title="Details">
            {item.details ? (
              <Markdown text={item.details} />
            ) : (
              <p className="text-sm text-soft">Nothing beyond the title.</p>
            )}
          </Panel>
          <ItemHistory id={item.id} />
        </div>
        <ItemFacts item={item} />
      </div>
    </div>
  );
}

function Header({ item }: { item: ActionItem }) {
  const navigate = useNavigate();
  const { move } = useMoves();
  const remove = useDelete(() => void navigate({ to: "/action-items" }));
  const [editing, setEditing] = useState(false);
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-72 space-y-1.5">
        <p className="font-mono text-xs text-muted">{item.id}</p>
        <h1 tabIndex={-1} dir="auto" className="text-xl font-semibold wrap-anywhere">
          {item.title}
        </h1>
        <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
          <StateBadge state={item.state} />
          <DueMark item={item} />
        </p>
        {item.reason && (
          <p dir="auto" className="text-sm text-soft wrap-anywhere">
            {item.reason}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <MoveMenu item={item} onMove={(to, reason) => move({ item, to, reason })} labelled />
        <Button onClick={() => setEditing(true)}>
          <Pencil aria-hidden /> Edit
        </Button>
        <Button aria-label="Delete" busy={remove.isPending} onClick={() => remove.run(item.id)}>
          <Trash2 aria-hidden />
        </Button>
        {MOVES[item.state].includes("done") && (
          <Button variant="primary" onClick={() => void move({ item, to: "done" })}>
            <CircleCheck aria-hidden /> Mark done
          </Button>
        )}
      </div>
      {editing && <EditDialog item={item} onClose={() => setEditing(false)} />}
    </header>
  );
}
