/** A record box with an archive's lid. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 text-accent" fill="none" aria-hidden="true">
      <path d="M3 4h18v5H3z" fill="currentColor" />
      <path d="M5 11v9h14v-9" stroke="currentColor" strokeWidth="2" />
      <path d="M9 15h6" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
