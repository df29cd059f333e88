// JSON handled as text, so that no number passes through a float: what is shown is digit by digit what was sent.
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const INDENT = "  ";

/** The text with one member or item a line; what is not JSON comes out with other blanks only. */
export function prettyJson(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let depth = 0;
  let out = "";
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    const isClose = token === "}" || token === "]";
    if (isClose) depth -= 1;
    const isEmpty = isClose && (before === "{" || before === "[");
    if ((isClose && !isEmpty) || (!isClose && startsLine(before)))
      out += `\n${INDENT.repeat(Math.max(0, depth))}`;
    out += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
  });
  return out;
}

function startsLine(before: string | undefined): boolean {
  return before === "{" || before === "[" || before === ",";
}

/** The source text of one member of a JSON object; null when the object has none of that name. */
export function memberText(json: string, name: string): string | null {
  let depth = 0;
  let from: number | null = null;
  let key: string | null = null;
  for (const match of json.matchAll(TOKENS)) {
    const [token] = match;
    if (token === "}" || token === "]") depth -= 1;
    const ends = depth === 0 || (depth === 1 && token === ",");
    if (from !== null && ends) return json.slice(from, match.index).trim();
    if (depth === 1 && token === ":" && key === JSON.stringify(name)) from = match.index + 1;
    if (token === "{" || token === "[") depth += 1;
    key = token;
  }
  return null;
}
