import { Tabs } from "@/components/ui/tabs";
import { AuditTab } from "@/features/memory/audit-tab";
import { LedgerTab } from "@/features/memory/ledger-tab";
import { MemoryHealthLine } from "@/features/memory/memory-health-line";
import type { MemorySearch } from "@/features/memory/memory-search";
import { RecallTab } from "@/features/memory/recall-tab";
import { ReflectTab } from "@/features/memory/reflect-tab";
import { useDocumentTitle } from "@/lib/document-title";

type MemoryPageProps = { search: MemorySearch; onSearch: (search: MemorySearch) => void };

/** Everything there is to see of memory: what it recalls, what it holds, whether it is right, what it makes of it. */
export function MemoryPage({ search, onSearch }: MemoryPageProps) {
  useDocumentTitle("Memory");
  return (
    <div className="space-y-5">
      <div className="space-y-2">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Memory
        </h1>
        <MemoryHealthLine />
      </div>
      <Tabs
        label="Memory"
        value={search.tab ?? "recall"}
        onChange={(tab) => onSearch({ tab })}
        items={[
          {
            value: "recall",
            label: "Recall",
            content: (
              <RecallTab search={search} onSearch={(asked) => onSearch({ tab: "recall", ...asked })} />
            ),
          },
          {
            value: "ledger",
            label: "Ledger",
            content: (
              <LedgerTab search={search} onSearch={(found) => onSearch({ tab: "ledger", ...found })} />
            ),
          },
          { value: "audit", label: "Audit", content: <AuditTab /> },
          { value: "reflect", label: "Reflect", content: <ReflectTab /> },
        ]}
      />
    </div>
  );
}
