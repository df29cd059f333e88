import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Shade } from "@/components/ui/shade";
import { useReturnFocus } from "@/lib/use-return-focus";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  dismissable?: boolean;
  /** For what is read before it is decided on. */
  wide?: boolean;
};

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  dismissable = true,
  wide = false,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const keepOpen = (event: Event) => {
    if (!dismissable) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Shade />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          {...returnFocus}
          onEscapeKeyDown={keepOpen}
          onInteractOutside={keepOpen}
          className={clsx(
            "fixed left-1/2 z-50 -translate-x-1/2 overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-5 shadow-2xl",
            wide
              ? "top-[5vh] max-h-[90vh] w-[min(48rem,calc(100vw-2rem))]"
              : "top-[12vh] max-h-[80vh] w-[min(32rem,calc(100vw-2rem))]",
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-sm text-soft">{description}</Radix.Description>
              )}
            </div>
            {dismissable && (
              <Radix.Close
                className="rounded-md p-1 text-muted hover:bg-raised hover:text-ink"
                aria-label="Close"
              >
                <X className="size-4" aria-hidden />
              </Radix.Close>
            )}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What a dialog is decided with: it stays in view while what is above it scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 mt-5 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3">
      {children}
    </div>
  );
}
