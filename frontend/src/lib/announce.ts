import { useEffect, useState } from "react";

const PAUSE_MS = 600;
const TOLD_AT_ONCE = 3;

let waiting: string[] = [];
const listeners = new Set<(text: string) => void>();

/** What is said of changes that came together: the first few in full, the others counted. */
export function joined(texts: readonly string[]): string {
  const told = [...new Set(texts)];
  const rest = told.length - TOLD_AT_ONCE;
  const shown = told.slice(0, TOLD_AT_ONCE).join(" ");
  return rest > 0 ? `${shown} And ${rest} more ${rest === 1 ? "change" : "changes"}.` : shown;
}

/** Tells a screen reader, politely; what comes within a moment is said as one. */
export function announce(text: string): void {
  waiting.push(text);
  // Whoever waits already says this, too.
  if (waiting.length > 1) return;
  setTimeout(() => {
    const together = joined(waiting);
    waiting = [];
    for (const tell of listeners) tell(together);
  }, PAUSE_MS);
}

/** What is to be said now; the same words twice are told twice. */
export function useAnnouncement(): string {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => {
    const tell = (text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 }));
    listeners.add(tell);
    return () => {
      listeners.delete(tell);
    };
  }, []);
  return said.text && said.turn % 2 === 1 ? `${said.text}\u00a0` : said.text;
}
