import { Button } from "@/components/ui/button";

/** The last resort, when a page could not be drawn. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <main className="mx-auto max-w-xl space-y-3 p-8">
      <h1 className="text-xl font-semibold">This page could not be shown</h1>
      <p className="text-soft">
        {error instanceof Error ? error.message : String(error)} Your data is safe in the record. Reload the
        page; typed drafts are kept.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </main>
  );
}
