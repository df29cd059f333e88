import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

type CopyLineProps = { label: string; text: string };

/** Text to take along: labelled, in a mono face, with a button that copies it. */
export function CopyLine({ label, text }: CopyLineProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      window.setTimeout(() => setCopied(false), 2_000);
    } catch {
      toast("The browser did not allow copying: select the text and copy it.", { tone: "bad" });
    }
  };
  return (
    <div className="space-y-1">
      <div className="flex items-center justify-between gap-2">
        <span className="text-xs font-medium text-soft">{label}</span>
        <Button size="sm" onClick={() => void copy()} aria-label={`Copy: ${label}`}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />} {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-56 overflow-y-auto rounded-md border border-line bg-page px-2.5 py-2"
      >
        <pre className="font-mono text-xs leading-5 whitespace-pre-wrap select-all wrap-anywhere">{text}</pre>
      </section>
      <span role="status" className="sr-only">
        {copied && `${label}: copied`}
      </span>
    </div>
  );
}
