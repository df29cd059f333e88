import { ExternalLink, ShieldQuestion } from "lucide-react";
import { useState } from "react";
import type { DeliveryWithText } from "@/api/deliveries";
import { Button, buttonClass } from "@/components/ui/button";
import { SourceText } from "@/components/ui/source-text";
import { hostOf } from "@/lib/links";

type ConfirmSubscriptionProps = { delivery: DeliveryWithText; href: string };

/** The handshake of a subscription: its link is shown as text first, and only a person opens it. */
export function ConfirmSubscription({ delivery, href }: ConfirmSubscriptionProps) {
  const [meant, setMeant] = useState(false);
  const host = hostOf(href);
  return (
    <section
      aria-label="Confirm the subscription"
      className="flex items-start gap-3 rounded-md border border-warn/60 bg-warn-wash px-3 py-3 text-sm"
    >
      <ShieldQuestion className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 flex-1 space-y-2">
        <p>
          <strong className="font-semibold">{delivery.integration_name} asks to be confirmed.</strong> Alerts
          come after somebody has opened this link once. MemoryOps never opens it by itself.
        </p>
        <SourceText label="Link of the handshake" text={href} className="!max-h-24" />
        {host === null ? (
          <p>It is no web address, so it cannot be opened from here.</p>
        ) : meant ? (
          <p className="flex flex-wrap items-center gap-2">
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass("secondary", "sm")}
            >
              <ExternalLink aria-hidden /> Open {host} in a new tab
            </a>
            <Button size="sm" variant="quiet" onClick={() => setMeant(false)}>
              Leave it
            </Button>
          </p>
        ) : (
          <p className="flex flex-wrap items-center gap-2">
            Its host is <code className="font-mono text-xs wrap-anywhere">{host}</code>. Do you know it, and
            did you ask for this?
            <Button size="sm" onClick={() => setMeant(true)}>
              Yes, let me open it
            </Button>
          </p>
        )}
      </div>
    </section>
  );
}
