import type { SearchHit } from "@/api/types";

/** A piece of what was written, as plain text whatever it holds, its matches marked. */
export function Snippet({ snippet }: { snippet: SearchHit["snippet"] }) {
  return (
    <p dir="auto" className="max-w-[75ch] text-sm text-soft wrap-anywhere">
      {partsOf(snippet).map(({ text, isMatch }, at) =>
        isMatch ? (
          <mark key={at} className="rounded-sm bg-accent-wash px-0.5 font-medium text-ink">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}

type Part = { text: string; isMatch: boolean };

/** The snippet in parts; the server counts characters, which are not the units of a string here. */
export function partsOf({ text, matches }: SearchHit["snippet"]): Part[] {
  const characters = Array.from(text);
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    parts.push({ text: characters.slice(at, start).join(""), isMatch: false });
    parts.push({ text: characters.slice(start, end).join(""), isMatch: true });
    at = end;
  }
  parts.push({ text: characters.slice(at).join(""), isMatch: false });
  return parts.filter((part) => part.text !== "");
}
