type Node = { type: string; value?: string; tagName?: string; properties?: object; children?: Node[] };

/** A rehype plugin that puts each of these words, wherever the text holds one, into a `mark` of its own. */
export function markWords(words: readonly string[]) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\w-])(${escaped.join("|")})(?![\\w-])`, "g");
  return (tree: Node) => markIn(tree, pattern);
}

function markIn(node: Node, pattern: RegExp): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type === "text") return split(child.value ?? "", pattern);
    markIn(child, pattern);
    return [child];
  });
}

function split(text: string, pattern: RegExp): Node[] {
  // A pattern with one group leaves the marked words at the odd places.
  return text
    .split(pattern)
    .map((value, at) =>
      at % 2 === 1
        ? { type: "element", tagName: "mark", properties: {}, children: [{ type: "text", value }] }
        : { type: "text", value },
    )
    .filter(({ value }) => value !== "");
}
