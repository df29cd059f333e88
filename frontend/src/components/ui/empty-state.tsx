import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <Icon className="size-6 text-muted" aria-hidden />
      <div className="space-y-1">
        <p className="font-medium">{title}</p>
        {children && <div className="mx-auto max-w-md text-sm text-soft">{children}</div>}
      </div>
      {action}
    </div>
  );
}
