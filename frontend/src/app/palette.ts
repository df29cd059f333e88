import { fetchedPart } from "@/lib/fetched-part";

/** The command palette, whose code comes when the first screen stands. */
export const palette = fetchedPart(() => import("@/app/command-palette"));
