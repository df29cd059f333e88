import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { integrationKeys, revokeToken } from "@/api/integrations";
import type { Integration, IntegrationToken } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Timestamp } from "@/components/ui/timestamp";
import { toast } from "@/components/ui/toast";
import { RotateDialog } from "@/features/integrations/rotate-dialog";

/** The tokens by their ends: which are taken, until when, and when each was used last. */
export function TokensPanel({ integration }: { integration: Integration }) {
  const [rotating, setRotating] = useState(false);
  const [revoking, setRevoking] = useState<IntegrationToken | null>(null);
  return (
    <Panel
      title="Tokens"
      aside={
        <Button size="sm" onClick={() => setRotating(true)}>
          <RefreshCw aria-hidden /> Rotate…
        </Button>
      }
    >
      <ul aria-label="Tokens" className="space-y-3 text-sm">
        {integration.tokens.map((token) => (
          <li key={token.id} className="flex items-start justify-between gap-3">
            <div className="min-w-0 space-y-0.5">
              <p className="flex flex-wrap items-center gap-2">
                <code className="font-mono text-xs">…{token.hint}</code>
                <TokenState token={token} />
              </p>
              <p className="text-xs text-muted">
                made <Timestamp at={token.created_at} /> by <span dir="auto">{token.created_by}</span> ·{" "}
                {token.last_used_at ? (
                  <>
                    used <Timestamp at={token.last_used_at} />
                  </>
                ) : (
                  "not used yet"
                )}
              </p>
            </div>
            {token.active && (
              <Button
                size="sm"
                variant="danger"
                aria-label={`Revoke the token that ends in ${token.hint}`}
                onClick={() => setRevoking(token)}
              >
                Revoke…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rotating && <RotateDialog integration={integration} onClose={() => setRotating(false)} />}
      {revoking && (
        <RevokeDialog integration={integration} token={revoking} onClose={() => setRevoking(null)} />
      )}
    </Panel>
  );
}

function TokenState({ token }: { token: IntegrationToken }) {
  if (token.revoked_at)
    return (
      <span className="text-xs text-muted">
        revoked <Timestamp at={token.revoked_at} />
      </span>
    );
  if (token.expires_at)
    return (
      <span className={`text-xs ${token.active ? "text-warn" : "text-muted"}`}>
        {token.active ? "ends " : "ended "}
        <Timestamp at={token.expires_at} form="both" />
      </span>
    );
  return <Badge tone="good">Valid</Badge>;
}

type RevokeDialogProps = { integration: Integration; token: IntegrationToken; onClose: () => void };

function RevokeDialog({ integration, token, onClose }: RevokeDialogProps) {
  const client = useQueryClient();
  const isLast = integration.tokens.filter(({ active }) => active).length === 1;
  const revoke = useMutation({
    mutationFn: () => revokeToken(integration.id, token.id),
    onSuccess: () => {
      onClose();
      toast(`The token that ends in ${token.hint} is revoked.`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.all }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke the token that ends in ${token.hint}?`}
      description={
        isLast
          ? "It is the only valid one: from now on nothing that this tool sends is let in until you rotate and set the new token."
          : "What is sent with it is refused from now on. The other tokens are not touched."
      }
    >
      <div className="space-y-4">
        {revoke.error && (
          <ProblemNote error={revoke.error} doing="Revoking" stillWorks="It is still valid." />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke now
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
