import type { ReactNode } from "react";
import { Fetched } from "@/components/ui/fetched";
import { fetchedPart } from "@/lib/fetched-part";

/** Words in a text that stand for something, by the word, and what to show in their place. */
export type Marks = Readonly<Record<string, ReactNode>>;

const rendered = fetchedPart(() => import("@/components/ui/markdown-rendered"));

/**
 * Markdown as people wrote it, made inert: no HTML, no images but this server's own, links without a referrer. The text
 * stands there as it was written until the code that reads it has come.
 */
export function Markdown({ text, marks }: { text: string; marks?: Marks }) {
  return (
    <Fetched
      part={rendered}
      props={{ text, marks }}
      meanwhile={
        <p dir="auto" className="prose-text">
          {text}
        </p>
      }
    />
  );
}
