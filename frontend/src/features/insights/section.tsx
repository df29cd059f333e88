import type { ReactNode } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading } from "@/components/ui/skeleton";
import { Timestamp } from "@/components/ui/timestamp";
import { CsvLink } from "@/features/insights/marks";

/** What every table of the API has. */
type CountedTable = { says: string; counted_at: string };

type SectionProps<T extends CountedTable> = {
  title: string;
  id: string;
  csv: string;
  result: { data: T | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  empty: string;
  isEmpty: (data: T) => boolean;
  aside?: ReactNode;
  children: (data: T) => ReactNode;
};

/** One part of the page: it loads, fails and is empty by itself, and says what it counts. */
export function Section<T extends CountedTable>(props: SectionProps<T>) {
  const { title, id, csv, result, skeleton, empty, isEmpty, aside, children } = props;
  const { data } = result;
  return (
    <Panel
      id={id}
      title={title}
      flush
      aside={
        <span className="flex items-center gap-3">
          {aside}
          <CsvLink address={csv} what={title} />
        </span>
      }
    >
      {result.error != null && (
        <div className="p-4">
          <ProblemNote
            error={result.error}
            doing={`Counting “${title}”`}
            stillWorks="The other sections are not affected."
            onRetry={() => void result.refetch()}
          />
        </div>
      )}
      {data === undefined ? (
        !result.error && <Loading what={title}>{skeleton}</Loading>
      ) : (
        <>
          {isEmpty(data) ? (
            <p className="px-4 py-6 text-center text-sm text-soft">{empty}</p>
          ) : (
            children(data)
          )}
          <Disclosure summary="What this counts" className="border-t border-line px-4 py-2">
            <p className="prose-text pb-1 text-xs text-soft">
              {data.says} Counted <Timestamp at={data.counted_at} form="both" />.
            </p>
          </Disclosure>
        </>
      )}
    </Panel>
  );
}
