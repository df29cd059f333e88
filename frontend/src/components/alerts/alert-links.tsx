import { ExternalLink } from "lucide-react";
import type { AlertLink } from "@/api/types";
import { hostOf } from "@/lib/links";

/** Addresses that a source gives, each named by its host; what is no web address stays text. */
export function AlertLinks({ links }: { links: readonly AlertLink[] }) {
  return (
    <ul aria-label="Links" className="space-y-1.5 text-sm">
      {links.map(({ text, href }, at) => {
        const host = hostOf(href);
        return (
          <li key={at} className="min-w-0">
            <span dir="auto" className="text-muted wrap-anywhere">
              {text}
            </span>{" "}
            {host === null ? (
              <code className="font-mono text-xs wrap-anywhere">{href}</code>
            ) : (
              <a
                href={href}
                title={href}
                target="_blank"
                rel="noopener noreferrer"
                className="text-accent wrap-anywhere hover:underline"
              >
                {host} <ExternalLink className="inline size-3.5" aria-label="(opens a new tab)" />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
