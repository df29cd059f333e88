import { ImageOff } from "lucide-react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { markWords } from "@/components/ui/mark-words";
import type { Marks } from "@/components/ui/markdown";

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  // An image would be fetched from wherever the text says; its address is shown instead.
  img: ({ src, alt }) => (
    <span className="inline-flex items-center gap-1 text-muted">
      <ImageOff className="size-3.5" aria-hidden />
      {alt || "image"} ({String(src ?? "no address")})
    </span>
  ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={Boolean(checked)}
      readOnly
      disabled
      aria-label={checked ? "Done" : "Not done"}
    />
  ),
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </section>
  ),
};

export default function MarkdownRendered({ text, marks }: { text: string; marks?: Marks }) {
  const words = Object.keys(marks ?? {});
  return (
    <div dir="auto" className="markdown">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={words.length > 0 ? [[markWords, words]] : []}
        components={{ ...COMPONENTS, mark: ({ children }) => marks?.[String(children)] ?? children }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
