import type { KeyboardEvent } from "react";

/** For a form's `onKeyDown`: Ctrl or Cmd with Enter sends it from any of its fields. */
export function submitOnKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
