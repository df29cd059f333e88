import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { editRule } from "@/api/routing";
import type { RoutingRule } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ProblemNote } from "@/components/ui/problem-note";
import { moved } from "@/features/routing/rule-draft";
import { ruleSentence } from "@/features/routing/rule-sentence";
import { useOrder, useRuleChange } from "@/features/routing/use-rule-change";

type RuleListProps = {
  rules: readonly RoutingRule[];
  onEdit: (rule: RoutingRule) => void;
  onDelete: (rule: RoutingRule) => void;
};

/** The rules in their order; each can be moved, switched off, edited and deleted. */
export function RuleList({ rules, onEdit, onDelete }: RuleListProps) {
  const order = useOrder();
  const [told, setTold] = useState("");
  const move = (rule: RoutingRule, by: -1 | 1) => {
    const ids = rules.map(({ id }) => id);
    const next = moved(ids, rule.id, by);
    if (next === ids) return;
    setTold(`${rule.name} is asked as number ${next.indexOf(rule.id) + 1} of ${next.length}.`);
    order.mutate(next);
  };
  return (
    <>
      {order.error && (
        <div className="p-3">
          <ProblemNote error={order.error} doing="Moving the rule" stillWorks="The order is as before." />
        </div>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
      <ol aria-label="Routing rules, in the order in which they are asked" className="divide-y divide-line">
        {rules.map((rule, at) => (
          <Row
            key={rule.id}
            rule={rule}
            place={at + 1}
            isLast={at === rules.length - 1}
            onMove={(by) => move(rule, by)}
            onEdit={() => onEdit(rule)}
            onDelete={() => onDelete(rule)}
          />
        ))}
      </ol>
    </>
  );
}

type RowProps = {
  rule: RoutingRule;
  place: number;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onDelete: () => void;
};

function Row({ rule, place, isLast, onMove, onEdit, onDelete }: RowProps) {
  const row = useFocusThatMoves(place);
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <li
      ref={row}
      onKeyDown={onKey}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 md:flex-nowrap"
    >
      <span aria-hidden className="tabular w-5 shrink-0 pt-0.5 text-sm text-muted">
        {place}.
      </span>
      <div className={`min-w-0 flex-1 basis-64 space-y-0.5 ${rule.enabled ? "" : "opacity-70"}`}>
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="font-semibold wrap-anywhere">
            {rule.name}
          </span>
          {!rule.enabled && <Badge>Off</Badge>}
        </p>
        <p className="max-w-[75ch] text-sm text-soft wrap-anywhere">{ruleSentence(rule)}</p>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-1.5 max-md:pl-9">
        <Toggle rule={rule} />
        <Button
          size="sm"
          data-move="up"
          aria-label={`Move ${rule.name} up`}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden />
        </Button>
        <Button
          size="sm"
          data-move="down"
          aria-label={`Move ${rule.name} down`}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden />
        </Button>
        <Button size="sm" aria-label={`Edit ${rule.name}`} onClick={onEdit}>
          <Pencil aria-hidden /> Edit
        </Button>
        <Button size="sm" aria-label={`Delete ${rule.name}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  );
}

/** Keeps focus on the row that was moved: on the button that moved it, or the other one at the list's end. */
function useFocusThatMoves(place: number) {
  const row = useRef<HTMLLIElement>(null);
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const remember = ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLElement ? (target.dataset.move ?? null) : null;
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null;
    };
    element.addEventListener("focusin", remember);
    element.addEventListener("focusout", forget);
    return () => {
      element.removeEventListener("focusin", remember);
      element.removeEventListener("focusout", forget);
    };
  }, []);
  useEffect(() => {
    if (focused.current === null) return;
    const wanted = row.current?.querySelector<HTMLElement>(`[data-move="${focused.current}"]:not(:disabled)`);
    (wanted ?? row.current?.querySelector<HTMLElement>("[data-move]:not(:disabled)"))?.focus();
  }, [place]);
  return row;
}

function Toggle({ rule }: { rule: RoutingRule }) {
  const change = useRuleChange(() => editRule(rule.id, { enabled: !rule.enabled }));
  return (
    <label className="mr-1 flex items-center gap-1.5 text-xs text-soft">
      <input
        type="checkbox"
        aria-label={`${rule.name} is on`}
        className="size-4 accent-accent"
        checked={rule.enabled}
        disabled={change.isPending}
        onChange={() => change.mutate(undefined)}
      />
      On
    </label>
  );
}
