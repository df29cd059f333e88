import { Link } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import type { Integration } from "@/api/types";
import { Button } from "@/components/ui/button";
import { CopyLine } from "@/components/ui/copy-line";
import { type NewToken, putAway } from "@/features/integrations/new-tokens";
import { curlOf } from "@/features/integrations/setup";

/** The token that was just made, with all that is needed to use it; it is shown this once. */
export function TokenPanel({ integration, made }: { integration: Integration; made: NewToken }) {
  return (
    <section
      aria-labelledby="new-token"
      className="space-y-4 rounded-lg border-2 border-accent/70 bg-surface p-4"
    >
      <div className="flex items-start gap-2.5">
        <KeyRound className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
        <div className="min-w-0 flex-1">
          <h2 id="new-token" className="text-sm font-semibold">
            Its token, shown this once
          </h2>
          <p className="text-sm text-soft">
            Only a hash of it is kept. Copy it now; when it is lost, rotate it and a new one is shown.
          </p>
        </div>
      </div>
      <CopyLine label="Token" text={made.token} />
      <CopyLine label="Address, for tools that can set a header" text={integration.address} />
      <CopyLine label="Address with the token, for tools that cannot" text={made.url} />
      <CopyLine label="Try it" text={curlOf(integration.source, integration.address, made.token)} />
      <p className="max-w-[75ch] text-xs text-muted">
        The alert that it sends is called Trial and is as minor as the tool can say: by the{" "}
        <Link to="/alerts/rules" className="text-accent underline">
          routing rules
        </Link>{" "}
        that come with MemoryOps it is only recorded. Where a tool says no severity, it declares an incident
        in triage.
      </p>
      <Button onClick={() => putAway(integration.id)}>I have stored it: hide it</Button>
    </section>
  );
}
