import { isCalm } from "@/lib/motion";

/** Moves focus to the element with this id, brings it into view and marks it briefly. */
export function jumpTo(id: string): void {
  const target = document.getElementById(id);
  if (target === null) return;
  target.focus({ preventScroll: true });
  target.scrollIntoView({
    behavior: isCalm() ? "auto" : "smooth",
    block: target.clientHeight > window.innerHeight * 0.8 ? "start" : "center",
  });
  target.dataset.marked = "true";
  window.setTimeout(() => delete target.dataset.marked, 2_400);
}
