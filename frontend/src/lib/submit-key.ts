import type { KeyboardEvent } from "react";

/** For a form's `onKeyDown`: Ctrl or Cmd with Enter sends it from any of its fields, once while it is on its way. */
export function submitOnKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (event.repeat || button?.disabled) return;
  event.currentTarget.requestSubmit();
}
