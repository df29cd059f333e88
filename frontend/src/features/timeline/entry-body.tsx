import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Markdown } from "@/components/ui/markdown";

/** As much as a reader takes in at a glance; of more, the beginning is shown until the rest is wanted. */
const LONG_CHARS = 1_200;
const LONG_LINES = 16;

function isLong(text: string): boolean {
  return text.length > LONG_CHARS || text.split("\n", LONG_LINES + 1).length > LONG_LINES;
}

/** What a person wrote, as Markdown; a long text begins folded, so that what stands below it stays in reach. */
export function EntryBody({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const folds = isLong(text);
  return (
    <div className="rounded-md bg-raised px-2.5 py-1.5">
      <div className={folds && !whole ? "max-h-48 overflow-hidden" : undefined}>
        <Markdown text={text} />
      </div>
      {folds && (
        <Button
          size="sm"
          variant="quiet"
          className="mt-1"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? "Show less" : "Show all of it"}
        </Button>
      )}
    </div>
  );
}
