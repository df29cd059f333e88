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

const FRAMES = 60;

/** Does it with the id of an element once that is on the page, and has had a frame to find its place; returns what stops it. */
export function whenDrawn(id: string, act: (id: string) => void): () => void {
  let frames = 0;
  let timer = requestAnimationFrame(function look() {
    if (document.getElementById(id) !== null && frames > 1) return act(id);
    frames += 1;
    if (frames < FRAMES) timer = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(timer);
}
