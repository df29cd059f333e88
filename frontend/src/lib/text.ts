/** `3 incidents`, `1 incident`, `15,000 incidents`. */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;
}

/** A server's snake_case word as a person reads it: `weak_match` -> `weak match`. */
export function spoken(word: string): string {
  return word.replaceAll("_", " ");
}

export function sentence(word: string): string {
  const text = spoken(word);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text without surrounding blank space, or null when nothing is left. */
export function filled(value: string): string | null {
  const trimmed = value.trim();
  return trimmed === "" ? null : trimmed;
}

/** Whether every word that was typed begins somewhere in the text; nothing typed fits everything. */
export function matchesWords(text: string, typed: string): boolean {
  const plain = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

/** `once`, `twice`, `3 times`. */
export function timesWord(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count.toLocaleString("en")} times`;
}
