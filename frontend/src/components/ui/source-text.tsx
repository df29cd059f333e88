import clsx from "clsx";

/** Text exactly as someone or something wrote it, in a mono face; it scrolls, and is never markup. */
export function SourceText({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
      dir="auto"
      className={clsx(
        "max-h-80 overflow-y-auto rounded-md border border-line bg-page p-2.5 font-mono text-xs leading-5 whitespace-pre-wrap text-soft wrap-anywhere",
        className,
      )}
    >
      {text}
    </pre>
  );
}
