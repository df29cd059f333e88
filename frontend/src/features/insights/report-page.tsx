import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Printer } from "lucide-react";
import { csvAddress, type InsightsPeriod, reportQuery } from "@/api/insights";
import type { Finding, InsightsReport } from "@/api/types";
import { Button } from "@/components/ui/button";
import { ProblemNote } from "@/components/ui/problem-note";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { FindingRows } from "@/features/insights/finding-rows";
import { type InsightsSearch, periodOf, periodProblem } from "@/features/insights/insights-search";
import { KINDS, WEIGHTS } from "@/features/insights/labels";
import { CsvLink } from "@/features/insights/marks";
import { NothingHappened } from "@/features/insights/nothing-happened";
import { RangeBar } from "@/features/insights/range-bar";
import { lastDayOf } from "@/features/insights/report-figures";
import { ReportTable } from "@/features/insights/report-table";
import { ReportTotals } from "@/features/insights/report-totals";
import { useDocumentTitle } from "@/lib/document-title";
import { counted } from "@/lib/text";
import { formatDay, formatUtc, useNow } from "@/lib/time";

type ReportPageProps = { search: InsightsSearch; onSearch: (search: InsightsSearch) => void };

/** The executive page: one team, a period against the one before; it prints on one sheet of A4. */
export function ReportPage({ search, onSearch }: ReportPageProps) {
  useDocumentTitle("Incident report");
  const period = periodOf(search, new Date(useNow(60_000)));
  const problem = periodProblem(period);
  return (
    <div className="space-y-4 print:space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link
          to="/insights"
          search={search}
          className="inline-flex items-center gap-1 text-sm text-accent hover:underline"
        >
          <ArrowLeft className="size-4" aria-hidden /> Insights
        </Link>
        <span className="flex items-center gap-4">
          <CsvLink address={csvAddress("report", period)} what="the report" />
          <Button variant="primary" onClick={() => window.print()}>
            <Printer aria-hidden /> Print
          </Button>
        </span>
      </div>
      <RangeBar search={search} period={period} problem={problem} onSearch={onSearch} />
      {problem === null && <Sheet period={period} search={search} onSearch={onSearch} />}
    </div>
  );
}

function Sheet({ period, search, onSearch }: ReportPageProps & { period: InsightsPeriod }) {
  const result = useQuery(reportQuery(period));
  const { data } = result;
  return (
    <article className="space-y-4 rounded-lg border border-line bg-surface p-4 md:p-6 print:space-y-3 print:border-0 print:p-0">
      <Head report={data} madeAt={result.dataUpdatedAt} />
      {result.error && (
        <ProblemNote error={result.error} doing="Making the report" onRetry={() => void result.refetch()} />
      )}
      {!data && !result.error && (
        <Loading what="the report">
          <Skeleton className="mb-4 h-24" />
          <Skeleton className="h-72" />
        </Loading>
      )}
      {data &&
        (data.services_total === 0 ? (
          <NothingHappened period={period} search={search} onSearch={onSearch} />
        ) : (
          <>
            <ReportTotals line={data.all} />
            <ReportTable report={data} />
            <TopFindings report={data} />
          </>
        ))}
      {data && <p className="prose-text text-xs text-muted print:max-w-none">{data.says}</p>}
    </article>
  );
}

function Head({ report, madeAt }: { report: InsightsReport | undefined; madeAt: number }) {
  const days = ({ start, end }: InsightsReport["period"]) =>
    `${formatDay(new Date(start))} to ${formatDay(lastDayOf(end))}`;
  return (
    <header className="space-y-0.5">
      <h1 tabIndex={-1} dir="auto" className="text-xl font-semibold wrap-anywhere">
        Incident report{report && `: team ${report.team}`}
      </h1>
      {report ? (
        <p className="tabular text-sm text-soft">
          <strong className="font-semibold">{days(report.period)}</strong> (UTC), changes against{" "}
          {days(report.before)}
          <span dir="auto">
            {report.period.services.length > 0 && ` · only ${report.period.services.join(", ")}`}
          </span>
          {!report.period.samples && " · samples left out"}
          <span className="block text-xs text-muted">
            Made {formatUtc(new Date(madeAt))}; counted {formatUtc(new Date(report.counted_at))}
          </span>
        </p>
      ) : (
        <Skeleton className="h-9 w-96 max-w-full" />
      )}
    </header>
  );
}

function TopFindings({ report }: { report: InsightsReport }) {
  const { findings, findings_total: total } = report;
  return (
    <section aria-labelledby="report-findings" className="space-y-1.5">
      <h2 id="report-findings" className="text-sm font-semibold">
        Top findings{" "}
        <span className="font-normal text-muted">
          {total === 0 ? "none" : `${findings.length} of ${counted(total, "finding")}`}
        </span>
      </h2>
      <ol className="space-y-1.5">
        {findings.map((finding) => (
          <FindingLine key={finding.id} finding={finding} />
        ))}
      </ol>
    </section>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const Icon = KINDS[finding.kind].icon;
  return (
    <li className="flex gap-2 break-inside-avoid text-sm print:text-xs">
      <Icon className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden />
      <div className="min-w-0">
        <p dir="auto" className="font-medium wrap-anywhere print:line-clamp-1">
          {finding.title}{" "}
          <span className="text-xs font-normal whitespace-nowrap text-muted">
            {WEIGHTS[finding.weight].word} weight · <FindingRows finding={finding} />
          </span>
        </p>
        <p dir="auto" className="prose-text text-soft print:line-clamp-2 print:max-w-none">
          {finding.sentence}
        </p>
      </div>
    </li>
  );
}
