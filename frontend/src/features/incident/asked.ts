/** What can lie over the page of an incident. */
type Asked =
  | "roles"
  | "take-over"
  | "severity"
  | "status"
  | "next-update"
  | "deploy"
  | "edit"
  | "delete"
  | null;

/** What is asked now, kept apart from the page: a dialog that opens draws itself, and not all that it lies over. */
export type AskedNow = {
  read: () => Asked;
  ask: (asked: Asked) => void;
  subscribe: (notify: () => void) => () => void;
};

export function nothingAsked(): AskedNow {
  let asked: Asked = null;
  const listeners = new Set<() => void>();
  return {
    read: () => asked,
    ask: (next) => {
      asked = next;
      for (const notify of listeners) notify();
    },
    subscribe: (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
  };
}
