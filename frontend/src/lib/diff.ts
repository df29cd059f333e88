export type PieceKind = "same" | "added" | "removed";
type Piece = { kind: PieceKind; text: string };
/** One line of a comparison; a changed line's words say which of them changed. */
export type DiffLine = { kind: PieceKind; words: readonly Piece[] };

/** Cells of the table that compares two sequences; beyond it they count as changed from end to end. */
const MOST_CELLS = 4_000_000;

/** Two texts, line by line; where lines changed, their words say what did. */
export function diffText(before: string, after: string): DiffLine[] {
  return inBlocks(diffItems(linesOf(before), linesOf(after))).flatMap(({ same, removed, added }) => [
    ...same.map((text) => plain("same", text)),
    ...changedLines(removed, added),
  ]);
}

/** No text has no lines, so that nothing is told to have gone where nothing stood. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

/** Whether a comparison found anything. */
export function isChanged(lines: readonly DiffLine[]): boolean {
  return lines.some(({ kind }) => kind !== "same");
}

/** The shortest way from one sequence to the other, by their longest common subsequence. */
function diffItems(before: readonly string[], after: readonly string[]): Piece[] {
  const start = commonLength(before, after);
  const end = commonLength(before.slice(start).reverse(), after.slice(start).reverse());
  const [from, to] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return [
    ...pieces("same", before.slice(0, start)),
    ...middle(from, to),
    ...pieces("same", before.slice(before.length - end)),
  ];
}

function middle(before: readonly string[], after: readonly string[]): Piece[] {
  if (before.length * after.length > MOST_CELLS)
    return [...pieces("removed", before), ...pieces("added", after)];
  const longest = commonLengths(before, after);
  const found: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      found.push({ kind: "same", text: before[i] ?? "" });
      i += 1;
      j += 1;
    } else if (i < before.length && (j === after.length || at(longest, i + 1, j) >= at(longest, i, j + 1))) {
      found.push({ kind: "removed", text: before[i] ?? "" });
      i += 1;
    } else {
      found.push({ kind: "added", text: after[j] ?? "" });
      j += 1;
    }
  }
  return found;
}

/** At `[i][j]`, how long the longest common subsequence of what follows is. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = table[i];
    if (row === undefined) continue;
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] =
        before[i] === after[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly Uint32Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

function pieces(kind: PieceKind, items: readonly string[]): Piece[] {
  return items.map((text) => ({ kind, text }));
}

type Block = { same: string[]; removed: string[]; added: string[] };

/** Runs of equal lines, each with the changed ones that follow it. */
function inBlocks(found: readonly Piece[]): Block[] {
  const blocks: Block[] = [];
  for (const { kind, text } of found) {
    const last = blocks.at(-1);
    const begins = last === undefined || (kind === "same" && last.removed.length + last.added.length > 0);
    const block = begins ? { same: [], removed: [], added: [] } : last;
    if (begins) blocks.push(block);
    block[kind].push(text);
  }
  return blocks;
}

/** Lines that gave way to others: as many as have a counterpart are compared word by word. */
function changedLines(removed: readonly string[], added: readonly string[]): DiffLine[] {
  const words = removed.map((line, index) =>
    added[index] === undefined ? null : diffItems(wordsOf(line), wordsOf(added[index])),
  );
  const side = (lines: readonly string[], kind: "removed" | "added", other: PieceKind): DiffLine[] =>
    lines.map((line, index) => {
      const compared = words[index];
      return compared ? { kind, words: compared.filter((word) => word.kind !== other) } : plain(kind, line);
    });
  return [...side(removed, "removed", "added"), ...side(added, "added", "removed")];
}

function wordsOf(line: string): string[] {
  return line.split(/(\s+)/).filter((word) => word !== "");
}

function plain(kind: PieceKind, text: string): DiffLine {
  return { kind, words: [{ kind, text }] };
}
