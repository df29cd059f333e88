import { useQuery } from "@tanstack/react-query";
import { GitBranch, Plus } from "lucide-react";
import { useState } from "react";
import { routingRulesQuery } from "@/api/routing";
import type { RoutingRule } from "@/api/types";
import { AlertsNav } from "@/components/alerts/section-nav";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { DeleteRuleDialog } from "@/features/routing/delete-rule-dialog";
import { RuleDialog } from "@/features/routing/rule-dialog";
import { RuleList } from "@/features/routing/rule-list";
import { useDocumentTitle } from "@/lib/document-title";

type Asking = { what: "new" } | { what: "edit" | "delete"; rule: RoutingRule } | null;

/** By which rules alerts become incidents, as sentences in the order in which they are asked. */
export function RulesPage() {
  useDocumentTitle("Routing rules");
  const rules = useQuery(routingRulesQuery());
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 tabIndex={-1} className="text-xl font-semibold">
            Routing rules
          </h1>
          <p className="mt-1 max-w-[75ch] text-sm text-soft">
            The first rule that is on and matches decides. An alert that is part of an open incident stays
            with it, whatever the rules say; one that no rule matches is only recorded.
          </p>
        </div>
        <Button variant="primary" onClick={() => setAsking({ what: "new" })}>
          <Plus aria-hidden /> New rule
        </Button>
      </div>
      <AlertsNav />
      {rules.error && (
        <ProblemNote
          error={rules.error}
          doing="Loading the rules"
          stillWorks="Alerts are still routed by them."
          onRetry={() => void rules.refetch()}
        />
      )}
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {rules.isPending && (
          <Loading what="the rules">
            <SkeletonRows rows={3} className="h-20" />
          </Loading>
        )}
        {rules.data?.length === 0 && (
          <EmptyState icon={GitBranch} title="No rule">
            Every alert is only recorded, and none becomes an incident by itself.
          </EmptyState>
        )}
        {rules.data && rules.data.length > 0 && (
          <RuleList
            rules={rules.data}
            onEdit={(rule) => setAsking({ what: "edit", rule })}
            onDelete={(rule) => setAsking({ what: "delete", rule })}
          />
        )}
      </div>
      {asking?.what === "new" && <RuleDialog rule={null} onClose={close} />}
      {asking?.what === "edit" && <RuleDialog rule={asking.rule} onClose={close} />}
      {asking?.what === "delete" && <DeleteRuleDialog rule={asking.rule} onClose={close} />}
    </div>
  );
}
