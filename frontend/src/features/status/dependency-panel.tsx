import type { Dependency } from "@/api/types";
import { HealthMark } from "@/components/health-mark";
import { Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { sentence } from "@/lib/text";

const FACT_NAMES: Record<string, string> = { url: "Address", log: "Log file" };

/** One thing MemoryOps leans on. */
export function DependencyPanel({ dependency }: { dependency: Dependency }) {
  const { name, label, status, reason, detail, advice, since, facts } = dependency;
  return (
    <Panel
      title={label}
      aside={<HealthMark status={status} reason={reason} />}
      className={name === "memory" ? "lg:row-span-3" : undefined}
    >
      <div className="space-y-3 text-sm">
        {detail && <p className="wrap-anywhere">{detail}</p>}
        {advice && (
          <p className="border-l-2 border-edge pl-3">
            <span className="block text-xs font-medium text-muted">What to do</span>
            {advice}
          </p>
        )}
        <Facts
          items={[
            ...(since ? [["Since", <Timestamp key="since" at={since} form="both" />] as const] : []),
            ...(reason ? [["Reason", <Code key="reason" text={reason} />] as const] : []),
            ...Object.entries(facts).map(
              ([fact, value]) =>
                [FACT_NAMES[fact] ?? sentence(fact), <Code key={fact} text={value} />] as const,
            ),
          ]}
        />
      </div>
    </Panel>
  );
}

function Code({ text }: { text: string }) {
  return <code className="font-mono text-xs">{text}</code>;
}
