import clsx from "clsx";

/** Text exactly as someone or something wrote it, in a mono face; it scrolls, and is never markup. */
export function SourceText({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className={clsx("max-h-80 overflow-y-auto rounded-md border border-line bg-page p-2.5", className)}
    >
      <pre dir="auto" className="font-mono text-xs leading-5 whitespace-pre-wrap text-soft wrap-anywhere">
        {text}
      </pre>
    </section>
  );
}
