/** The host that a web address leads to; null for anything but http and https, which is never made a link. */
export function hostOf(href: string): string | null {
  try {
    const url = new URL(href);
    return url.protocol === "https:" || url.protocol === "http:" ? url.host : null;
  } catch {
    return null;
  }
}
