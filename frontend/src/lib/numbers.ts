const countFormat = new Intl.NumberFormat("en");
const shareFormat = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** A count as people read it, `12,345`. */
export function formatCount(count: number): string {
  return countFormat.format(count);
}

/** A share between 0 and 1 in per cent; a dash where nothing was counted. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : shareFormat.format(share);
}

/** A change between two counts with its sign, `+3`, `−2`, `±0`. */
export function formatChange(now: number, before: number): string {
  const change = now - before;
  if (change === 0) return "±0";
  return change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`;
}
