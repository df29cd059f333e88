import { useRef } from "react";
import { focusIfLost } from "@/lib/focus-heading";

/** Handlers for a dialog's content that bring focus back to what had it before the dialog opened. */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
      focusIfLost();
    },
  };
}
