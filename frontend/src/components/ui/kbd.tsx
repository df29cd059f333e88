export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-sm border border-edge/50 bg-raised px-1 font-mono text-2xs text-soft">
      {children}
    </kbd>
  );
}
