const AGAIN_MS = 2_000;

export type FetchedPart<T> = {
  /** What was fetched, or null before. */
  read: () => T | null;
  /** Fetches it where nobody did, again and again while it cannot be had, and tells when it is there. */
  subscribe: (notify: () => void) => () => void;
  fetchAhead: () => Promise<void>;
};

/** A part of the console whose code is fetched once, when it is first needed or asked for ahead. */
export function fetchedPart<T>(load: () => Promise<{ default: T }>): FetchedPart<T> {
  let part: T | null = null;
  let asked: Promise<void> | null = null;
  const waiting = new Set<() => void>();

  const fetchAhead = () => {
    asked ??= load().then(
      (module) => {
        part = module.default;
        for (const notify of waiting) notify();
      },
      // The network may be gone, and come back while somebody still waits.
      () => {
        asked = null;
        setTimeout(() => waiting.size > 0 && void fetchAhead(), AGAIN_MS);
      },
    );
    return asked;
  };
  return {
    read: () => part,
    subscribe: (notify) => {
      waiting.add(notify);
      void fetchAhead();
      return () => waiting.delete(notify);
    },
    fetchAhead,
  };
}
