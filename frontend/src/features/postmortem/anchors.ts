import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import type { SectionKey } from "@/api/types";
import { jumpTo } from "@/lib/jump";

/** The address of a section on its page, behind `#`. */
export const sectionAnchor = (key: SectionKey) => `section-${key}`;

/** Goes to what the address names behind `#`, once that is on the page. */
export function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) jumpTo(hash);
  }, [hash]);
}
