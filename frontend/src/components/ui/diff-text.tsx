import clsx from "clsx";
import { type DiffLine, diffText, isChanged, type PieceKind } from "@/lib/diff";

type DiffTextProps = {
  label: string;
  before: string;
  after: string;
  /** Only how it reads by now, with what came marked: where two such texts stand side by side. */
  reads?: boolean;
  className?: string;
};

const MARKS: Record<PieceKind, { sign: string; line: string; word: string; said: string | null }> = {
  same: { sign: " ", line: "text-soft", word: "", said: null },
  added: {
    sign: "+",
    line: "bg-good-wash text-ink",
    word: "font-semibold text-good underline decoration-2 underline-offset-2",
    said: "Added:",
  },
  removed: {
    sign: "−",
    line: "bg-bad-wash text-ink",
    word: "font-semibold text-bad line-through",
    said: "Removed:",
  },
};

/** Two texts in one: lines that went and came, with the words that differ marked by more than colour. */
export function DiffText({ label, before, after, reads = false, className }: DiffTextProps) {
  const lines = diffText(before, after);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className={clsx(
        "max-h-[32rem] overflow-y-auto rounded-md border border-line bg-page py-1.5",
        className,
      )}
    >
      {!isChanged(lines) && (
        <p className="px-3 pb-1.5 text-xs font-medium text-good">
          No differences: the same, letter for letter.
        </p>
      )}
      <div dir="auto" className="font-mono text-xs leading-5">
        {(reads ? lines.filter(({ kind }) => kind !== "removed") : lines).map((line, at) => (
          <Line key={at} line={line} />
        ))}
      </div>
    </section>
  );
}

function Line({ line }: { line: DiffLine }) {
  const { sign, line: look, said } = MARKS[line.kind];
  return (
    <p className={clsx("grid grid-cols-[1.25rem_minmax(0,1fr)] px-2", look)}>
      <span aria-hidden className="select-none">
        {sign}
      </span>
      <span className="whitespace-pre-wrap wrap-anywhere">
        {said && <span className="sr-only">{said} </span>}
        {line.words.map((word, at) => {
          if (word.kind === "added")
            return (
              <ins key={at} className={MARKS.added.word}>
                {word.text}
              </ins>
            );
          if (word.kind === "removed")
            return (
              <del key={at} className={MARKS.removed.word}>
                {word.text}
              </del>
            );
          return word.text;
        })}
        {"\u200b"}
      </span>
    </p>
  );
}
