import { Link } from "@tanstack/react-router";
import clsx from "clsx";

/** An alert's id as a link to it. */
export function AlertIdLink({ id, className }: { id: string; className?: string }) {
  return (
    <Link
      to="/alerts/$id"
      params={{ id }}
      className={clsx("font-mono text-xs whitespace-nowrap text-accent hover:underline", className)}
    >
      {id}
    </Link>
  );
}

/** A delivery's id as a link to it. */
export function DeliveryLink({ id, className }: { id: string; className?: string }) {
  return (
    <Link
      to="/alerts/deliveries/$id"
      params={{ id }}
      className={clsx("font-mono text-xs whitespace-nowrap text-accent hover:underline", className)}
    >
      {id}
    </Link>
  );
}
