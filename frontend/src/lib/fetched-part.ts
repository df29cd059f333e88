export type FetchedPart<T> = {
  /** What was fetched, or null before; throws what kept it from coming. */
  read: () => T | null;
  /** Fetches it where nobody did, and tells when it is there. */
  subscribe: (notify: () => void) => () => void;
  fetchAhead: () => Promise<void>;
};

/** A part of the console whose code is fetched once, when it is first needed or asked for ahead. */
export function fetchedPart<T>(load: () => Promise<{ default: T }>): FetchedPart<T> {
  let part: T | null = null;
  let failure: { error: unknown } | null = null;
  let asked: Promise<void> | null = null;
  const waiting = new Set<() => void>();

  const fetchAhead = () => {
    asked ??= load()
      .then(
        (module) => {
          part = module.default;
        },
        (error: unknown) => {
          failure = { error };
        },
      )
      .finally(() => {
        for (const notify of waiting) notify();
      });
    return asked;
  };
  return {
    read: () => {
      if (failure) throw failure.error;
      return part;
    },
    subscribe: (notify) => {
      waiting.add(notify);
      void fetchAhead();
      return () => waiting.delete(notify);
    },
    fetchAhead,
  };
}
