import { useRef } from "react";
import { focusIfLost } from "@/lib/focus-heading";

const FIELD =
  "input:not([type=hidden], [type=checkbox], :disabled), textarea:not(:disabled), select:not(:disabled)";

/**
 * Handlers for a dialog's content: focus begins in its first field, so that nothing typed presses a button, and not in a
 * switch, which may stand below what is to be read first; it goes
 * back to what had it before the dialog opened.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      const field = event.target instanceof HTMLElement && event.target.querySelector<HTMLElement>(FIELD);
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
      focusIfLost();
    },
  };
}
