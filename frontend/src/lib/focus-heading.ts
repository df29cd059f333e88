/** Puts focus on the page's heading, so that reading goes on from there. */
export function focusHeading(): void {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
  target?.focus({ preventScroll: true });
}
