import { Button } from "@/components/ui/button";

type ShowMoreProps = {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Which list, where a page has several. */
  of?: string;
};

/** Fetches the next page of a list whose length nobody counts; nothing where there is none. */
export function ShowMore({ pages, of }: ShowMoreProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Show more{of && <span className="sr-only"> of {of}</span>}
      </Button>
    </div>
  );
}
