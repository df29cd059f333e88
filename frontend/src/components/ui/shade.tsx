import { type ComponentProps, useEffect } from "react";
import { holdScroll } from "@/lib/held-scroll";

/** What lies between the page and a dialog: darkens the page, takes its presses, and keeps it from scrolling. */
export function Shade(props: ComponentProps<"div">) {
  useEffect(holdScroll, []);
  return <div {...props} className="pointer-events-auto fixed inset-0 z-40 touch-none bg-shade" />;
}
