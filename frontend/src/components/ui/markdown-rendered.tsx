import { ImageOff } from "lucide-react";
import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { markWords } from "@/components/ui/mark-words";
import type { Marks } from "@/components/ui/markdown";

/** Pictures that this server keeps; any other would be fetched from wherever the text says. */
const OWN_IMAGE = /^\/api\/v1\/incidents\/INC-\d+\/images\/[0-9a-f]{32}$/;
const LINKED = /^(https?:|mailto:)/i;

const COMPONENTS: Components = {
  a: ({ href, children }) =>
    LINKED.test(href ?? "") ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ src, alt }) =>
    typeof src === "string" && OWN_IMAGE.test(src) ? (
      <a href={src} target="_blank" rel="noopener noreferrer">
        <img src={src} alt={alt || "Picture without a description"} loading="lazy" />
      </a>
    ) : (
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

/** Kept as it is while its text is: reading it again takes longer than all else that a list of notes draws. */
export default memo(MarkdownRendered);

function MarkdownRendered({ text, marks }: { text: string; marks?: Marks }) {
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
