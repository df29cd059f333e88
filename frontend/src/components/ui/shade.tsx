import { type ComponentProps, useLayoutEffect } from "react";
import { holdScroll } from "@/lib/held-scroll";

/** What lies between the page and a dialog: darkens the page, takes its presses, and keeps it from scrolling. */
export function Shade(props: ComponentProps<"div">) {
  // Before it is painted: the dialog stands in the middle of the page without its scrollbar.
  useLayoutEffect(holdScroll, []);
  return <div {...props} className="pointer-events-auto fixed inset-0 z-40 touch-none bg-shade" />;
}
