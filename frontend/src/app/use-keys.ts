import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { PLACES } from "@/app/navigation";
import { areSingleKeysOn, isBusy } from "@/lib/commands";

const CHORD_MS = 5_000;

/** `g` and then a place's key goes there. */
export function useGoTo(): void {
  const navigate = useNavigate();
  // Kept over renders: a page that is still loading must not forget the first key.
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn() || isBusy(event)) return;
      const place = PLACES.find(({ key }) => key === event.key);
      if (place && event.timeStamp - startedAt.current < CHORD_MS) {
        event.preventDefault();
        event.stopImmediatePropagation();
        void navigate({ to: place.to });
      }
      startedAt.current = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate]);
}

/** Ctrl or Cmd with K opens the palette, also while typing. */
export function usePaletteKey(open: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) open();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open]);
}
