import { type FocusEvent, useEffect, useRef } from "react";
import { focusHeading } from "@/lib/focus-heading";

/** Keeps the focus at the section that somebody was in when its form is exchanged for its words, or the other way. */
export function useKeptFocus(canEdit: boolean) {
  const last = useRef<string | null>(null);
  const before = useRef(canEdit);
  useEffect(() => {
    if (before.current === canEdit) return;
    before.current = canEdit;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (last.current === null || !isLost) return;
    const section = document.getElementById(last.current);
    if (section) section.focus({ preventScroll: true });
    else focusHeading();
  }, [canEdit]);
  return (event: FocusEvent<HTMLElement>) => {
    last.current = event.target.closest("section[id]")?.id ?? null;
  };
}
