import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { PLACES } from "@/app/navigation";

const CHORD_MS = 1_200;

function isBusy(target: EventTarget | null): boolean {
  const typing = target instanceof HTMLElement && ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
  return typing || document.querySelector('[role="dialog"]') !== null;
}

/** `g` and then a place's key goes there. */
export function useGoTo(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let startedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const place = PLACES.find(({ key }) => key === event.key);
      if (place && event.timeStamp - startedAt < CHORD_MS) {
        event.preventDefault();
        event.stopImmediatePropagation();
        void navigate({ to: place.to });
      }
      startedAt = event.key === "g" ? event.timeStamp : 0;
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate]);
}

/** Ctrl or Cmd with K opens the palette, also while typing. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) open();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open]);
}
