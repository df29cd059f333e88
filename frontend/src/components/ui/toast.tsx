import clsx from "clsx";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Kbd } from "@/components/ui/kbd";

type Tone = "good" | "bad";
type ToastAction = { label: string; keys?: readonly string[]; run: () => void };
type Toast = { id: number; tone: Tone; text: string; action?: ToastAction };

/** What went well is read at a glance, and covers what stands below it. */
const GOOD_MS = 5_000;
const KEEP_MS = 8_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const notify of listeners) notify();
}

function dismiss(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** Says something at the edge of the screen, longer when it offers an action; returns what takes it away. */
export function toast(text: string, options: { tone?: Tone; action?: ToastAction } = {}): () => void {
  const id = nextId++;
  const tone = options.tone ?? "good";
  // Good news gives way to what comes after it; a failure, and what can be taken back, stays for its time.
  const staying = toasts.filter((one) => one.tone === "bad" || one.action).slice(-2);
  replace([...staying, { id, text, tone, action: options.action }]);
  const keep = tone === "good" ? GOOD_MS : KEEP_MS;
  window.setTimeout(() => dismiss(id), options.action ? KEEP_MS * 2 : keep);
  return () => dismiss(id);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex flex-col items-end gap-2 md:bottom-4 print:hidden"
    >
      {shown.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>
  );
}

function ToastCard({ item }: { item: Toast }) {
  const Icon = item.tone === "good" ? CircleCheck : CircleAlert;
  return (
    <div className="pointer-events-auto flex w-full max-w-sm items-start gap-2.5 rounded-md border border-edge/60 bg-raised px-3 py-2.5 shadow-lg">
      <Icon
        className={clsx("mt-0.5 size-4 shrink-0", item.tone === "good" ? "text-good" : "text-bad")}
        aria-hidden
      />
      <p className="min-w-0 flex-1 text-sm wrap-anywhere">{item.text}</p>
      {item.action && (
        <button
          type="button"
          aria-keyshortcuts={item.action.keys?.join("+").replace("Ctrl", "Control")}
          className="flex shrink-0 items-center gap-1 text-sm font-semibold text-accent hover:underline"
          onClick={() => {
            item.action?.run();
            dismiss(item.id);
          }}
        >
          {item.action.label}
          {item.action.keys && (
            <span className="flex gap-0.5 max-sm:hidden" aria-hidden>
              {item.action.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </span>
          )}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="text-muted hover:text-ink"
        onClick={() => dismiss(item.id)}
      >
        <X className="size-4" aria-hidden />
      </button>
    </div>
  );
}
