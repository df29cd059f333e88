/** Long enough for any frame; a page that nobody sees paints none. */
const NO_FRAME_AFTER_MS = 500;

/** Once the browser has painted what stands on the page now; at once where nobody sees it. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, NO_FRAME_AFTER_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // The frame is painted right after its callbacks: the next task comes behind it.
      setTimeout(done);
    });
  });
}
