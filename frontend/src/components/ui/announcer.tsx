import { useAnnouncement } from "@/lib/announce";

/** The one place where changes are told to screen readers. */
export function Announcer() {
  const text = useAnnouncement();
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
