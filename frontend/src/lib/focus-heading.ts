/** Puts focus on the page's heading, so that reading goes on from there. */
export function focusHeading(): void {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
  target?.focus({ preventScroll: true });
}

/** Brings focus back to the heading where what had it is gone from the page. */
export function focusIfLost(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusHeading();
}
