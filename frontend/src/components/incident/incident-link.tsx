import { Link } from "@tanstack/react-router";
import clsx from "clsx";

/** An incident's id as a link to it. */
export function IncidentLink({ id, className }: { id: string; className?: string }) {
  return (
    <Link
      to="/incidents/$id"
      params={{ id }}
      className={clsx("font-mono text-xs whitespace-nowrap text-accent hover:underline", className)}
    >
      {id}
    </Link>
  );
}
