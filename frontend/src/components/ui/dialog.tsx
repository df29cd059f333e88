import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useReturnFocus } from "@/lib/use-return-focus";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  dismissable?: boolean;
};

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  dismissable = true,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const keepOpen = (event: Event) => {
    if (!dismissable) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          {...returnFocus}
          onEscapeKeyDown={keepOpen}
          onInteractOutside={keepOpen}
          className="fixed top-[12vh] left-1/2 z-50 max-h-[80vh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-lg border border-line bg-surface p-5 shadow-2xl"
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
