import { Feather } from "lucide-react";
import type { BlameFinding } from "@/api/types";
import { Disclosure } from "@/components/ui/disclosure";
import { counted } from "@/lib/text";

/** Phrases that may read as blame, why, and what to write instead. It is advice and stops nobody. */
export function BlameHints({ findings }: { findings: readonly BlameFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Disclosure
      summary={
        <span className="inline-flex items-center gap-1.5 text-xs">
          <Feather className="size-3.5" aria-hidden />
          {counted(findings.length, "phrase")} may read as blame
        </span>
      }
    >
      <ul className="space-y-2 text-xs text-soft">
        {findings.map((finding) => (
          <li key={`${finding.start} ${finding.phrase}`}>
            <mark className="bg-transparent font-semibold text-ink underline decoration-dotted underline-offset-2">
              {finding.phrase}
            </mark>
            : {finding.why} {finding.instead}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
