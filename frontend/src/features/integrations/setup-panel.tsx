import type { Integration } from "@/api/types";
import { Panel } from "@/components/ui/panel";
import { pageOf, setupOf } from "@/features/integrations/setup";

/** What to do in the tool itself. */
export function SetupPanel({ integration }: { integration: Integration }) {
  const { steps } = setupOf(integration.source);
  return (
    <Panel title={`In ${integration.label}`}>
      <ol className="list-decimal space-y-2 pl-5 text-sm">
        {steps.map((step) => (
          <li key={step} className="max-w-[75ch] wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-xs text-muted">
        In full, with examples: <code className="font-mono wrap-anywhere">{pageOf(integration.source)}</code>
      </p>
    </Panel>
  );
}
