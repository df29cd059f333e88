import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { type InsightsPeriod, noiseQuery, servicesQuery } from "@/api/insights";
import { buttonClass } from "@/components/ui/button";
import { Later } from "@/components/ui/later";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { ErrorsSection } from "@/features/insights/errors-section";
import { FindingsSection } from "@/features/insights/findings-section";
import { HoursSection } from "@/features/insights/hours-section";
import { type InsightsSearch, periodOf, periodProblem } from "@/features/insights/insights-search";
import { MemorySection } from "@/features/insights/memory-section";
import { NoiseSection } from "@/features/insights/noise-section";
import { NothingHappened } from "@/features/insights/nothing-happened";
import { RangeBar } from "@/features/insights/range-bar";
import { ServicesSection } from "@/features/insights/services-section";
import { TimesSection } from "@/features/insights/times-section";
import { useDocumentTitle } from "@/lib/document-title";
import { useNow } from "@/lib/time";

type InsightsPageProps = { search: InsightsSearch; onSearch: (search: InsightsSearch) => void };

/** What keeps happening: counted from the record, every number with its rows. */
export function InsightsPage({ search, onSearch }: InsightsPageProps) {
  useDocumentTitle("Insights");
  const period = periodOf(search, new Date(useNow(60_000)));
  const problem = periodProblem(period);
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          Insights
        </h1>
        <Link to="/insights/report" search={search} className={buttonClass("secondary", "sm")}>
          <FileText aria-hidden /> One-page report
        </Link>
      </div>
      <RangeBar search={search} period={period} problem={problem} onSearch={onSearch} />
      {problem === null && <Sections search={search} period={period} onSearch={onSearch} />}
    </div>
  );
}

function Sections({ search, period, onSearch }: InsightsPageProps & { period: InsightsPeriod }) {
  if (useNothing(period))
    return (
      <div className="rounded-lg border border-line bg-surface">
        <NothingHappened search={search} period={period} onSearch={onSearch} />
      </div>
    );
  return (
    <>
      <FindingsSection period={period} />
      <ServicesSection period={period} />
      <ErrorsSection period={period} />
      <Later meanwhile={<SectionSkeletons />}>
        <HoursSection period={period} zone={search.zone} onZone={(zone) => onSearch({ ...search, zone })} />
        <TimesSection period={period} />
        <NoiseSection period={period} />
        <MemorySection period={period} />
      </Later>
    </>
  );
}

/** The shape of what stands below the first screen. */
function SectionSkeletons() {
  return (
    <Loading what="the other sections">
      <div className="space-y-5">
        <Skeleton className="h-80 w-full" />
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    </Loading>
  );
}

/** Whether the record has neither an incident nor a firing in the range. */
function useNothing(period: InsightsPeriod): boolean {
  const services = useInfiniteQuery(servicesQuery(period)).data?.pages[0]?.total;
  const alerts = useInfiniteQuery(noiseQuery(period)).data?.pages[0]?.total;
  return services === 0 && alerts === 0;
}
