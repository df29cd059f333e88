import { Tabs } from "@/components/ui/tabs";
import { LedgerTab } from "@/features/memory/ledger-tab";
import { MemoryHealthLine } from "@/features/memory/memory-health-line";
import { RecallTab } from "@/features/memory/recall-tab";
import { ReflectTab } from "@/features/memory/reflect-tab";
import { useDocumentTitle } from "@/lib/document-title";

export type MemoryTab = "recall" | "ledger" | "reflect";
export type MemorySearch = { tab?: MemoryTab; document?: string };

type MemoryPageProps = { search: MemorySearch; onSearch: (search: MemorySearch) => void };

/** Everything there is to see of memory: what it recalls, what it holds, and what it makes of it. */
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
          { value: "recall", label: "Recall", content: <RecallTab /> },
          {
            value: "ledger",
            label: "Ledger",
            content: (
              <LedgerTab
                document={search.document ?? null}
                onDocument={(document) => onSearch({ tab: "ledger", document: document ?? undefined })}
              />
            ),
          },
          { value: "reflect", label: "Reflect", content: <ReflectTab /> },
        ]}
      />
    </div>
  );
}
