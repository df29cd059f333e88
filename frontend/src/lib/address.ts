/** A text that an address gives, or nothing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** A word that an address gives, if it is one of those known. */
export function keyOf<T extends string>(known: Record<T, unknown>, value: unknown): T | undefined {
  return typeof value === "string" && Object.hasOwn(known, value) ? (value as T) : undefined;
}
