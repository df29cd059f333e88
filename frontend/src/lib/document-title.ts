import { useEffect } from "react";

/** Names the page in the tab and in the browser's history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · MemoryOps`;
  }, [title]);
}
