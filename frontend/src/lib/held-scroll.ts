let holders = 0;

/**
 * Keeps the page from scrolling, and from moving sideways where its scrollbar goes, until what it returns is called. Nothing
 * that is inherited changes: that would have the browser work out the style of every element anew.
 */
export function holdScroll(): () => void {
  const { style } = document.body;
  if (holders === 0) {
    const scrollbar = window.innerWidth - document.documentElement.clientWidth;
    style.overflow = "hidden";
    if (scrollbar > 0) style.paddingRight = `${scrollbar}px`;
  }
  holders += 1;
  return () => {
    holders -= 1;
    if (holders > 0) return;
    style.overflow = "";
    style.paddingRight = "";
  };
}
