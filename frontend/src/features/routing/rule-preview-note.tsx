import { useQuery } from "@tanstack/react-query";
import { rulePreviewQuery } from "@/api/routing";
import type { RoutingRuleInput, RulePreview } from "@/api/types";
import { AlertIdLink } from "@/components/alerts/alert-link";
import { Disclosure } from "@/components/ui/disclosure";
import { ProblemNote } from "@/components/ui/problem-note";
import { counted } from "@/lib/text";
import { useDebounced } from "@/lib/use-debounced";

const PAUSE_MS = 500;
const SHOWN = 20;

/** What the rule would have done with the last alerts. */
export function RulePreviewNote({ rule }: { rule: RoutingRuleInput | null }) {
  const asked = useDebounced(JSON.stringify(rule), PAUSE_MS);
  const preview = useQuery(rulePreviewQuery(JSON.parse(asked) as RoutingRuleInput | null));
  return (
    <section
      aria-label="What it would have done"
      className="rounded-md border border-line bg-page px-3 py-2.5 text-sm"
    >
      <p role="status">
        {preview.isFetching && "Trying it on the last alerts…"}
        {!preview.isFetching && preview.data && told(preview.data)}
        {rule === null && !preview.isFetching && "It is tried on the last alerts once it is complete."}
      </p>
      {preview.error && (
        <ProblemNote error={preview.error} doing="The preview" stillWorks="The rule can still be saved." />
      )}
      {preview.data && preview.data.matched > 0 && <Matched preview={preview.data} />}
    </section>
  );
}

function told({ looked_at, matched, attached, declared, recorded }: RulePreview): string {
  if (looked_at === 0) return "There are no alerts yet to try it on.";
  const what = `Of the last ${counted(looked_at, "alert")} it matches ${matched.toLocaleString("en")}`;
  if (matched === 0) return `${what}.`;
  return `${what}: ${attached} attached, ${declared} declared, ${recorded} recorded.`;
}

function Matched({ preview }: { preview: RulePreview }) {
  const items = preview.items.filter(({ matches }) => matches).slice(0, SHOWN);
  return (
    <Disclosure
      summary={`Which (${items.length === preview.matched ? "all" : `the newest ${items.length}`})`}
      className="mt-1"
    >
      <ul className="space-y-1.5 text-xs">
        {items.map((item, at) => (
          <li key={at} className="wrap-anywhere">
            <AlertIdLink id={item.alert_id} /> <span dir="auto">{item.title}</span>{" "}
            <span className="text-muted">
              {item.decision}
              {item.incident && ` (${item.incident})`}
              {item.reason && `: ${item.reason}`}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
