const REDACTED = /(\[redacted(?:: [^\]\n]{1,60})?\])/;

/** Foreign text in a mono face, wrapped, its redactions marked; it is never markup. */
export function RedactedText({ text, label }: { text: string; label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-[40rem] overflow-y-auto rounded-md border border-line bg-page p-2.5"
    >
      <pre dir="ltr" className="font-mono text-xs leading-5 whitespace-pre-wrap text-soft wrap-anywhere">
        {text.split(REDACTED).map((part, at) =>
          at % 2 === 1 ? (
            <mark key={at} className="rounded-sm border border-warn/60 bg-warn-wash px-1 text-warn">
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </pre>
    </section>
  );
}
