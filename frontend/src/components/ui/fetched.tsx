import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from "react";
import type { FetchedPart } from "@/lib/fetched-part";

type FetchedProps<P> = { part: FetchedPart<ComponentType<P>>; props: P; meanwhile?: ReactNode };

/**
 * A component whose code is fetched apart from the page, or what stands in for it while that is on the way. Once it is there
 * it is drawn at once: React's `lazy` waits for a promise even then, and shows what waited no sooner than 300 ms after its
 * stand-in. Code that cannot be had now is asked for again while the stand-in is shown.
 */
export function Fetched<P extends object>({ part, props, meanwhile = null }: FetchedProps<P>) {
  const Part = useSyncExternalStore(part.subscribe, part.read);
  return Part === null ? meanwhile : createElement(Part, props);
}
