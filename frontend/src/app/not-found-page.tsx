import { Link } from "@tanstack/react-router";
import { MapPinOff } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useDocumentTitle } from "@/lib/document-title";

export function NotFoundPage() {
  useDocumentTitle("Not found");
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        Not found
      </h1>
      <EmptyState
        icon={MapPinOff}
        title="There is no such page"
        action={
          <Link to="/" className={buttonClass("secondary")}>
            To the dashboard
          </Link>
        }
      />
    </>
  );
}
