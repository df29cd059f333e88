import { Link } from "@tanstack/react-router";

/** An alert's id as a link to it. */
export function AlertLink({ id }: { id: string }) {
  return (
    <Link
      to="/alerts/$id"
      params={{ id }}
      className="font-mono text-xs whitespace-nowrap text-accent hover:underline"
    >
      {id}
    </Link>
  );
}
