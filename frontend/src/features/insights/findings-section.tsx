import { useInfiniteQuery } from "@tanstack/react-query";
import { csvAddress, findingsQuery, type InsightsPeriod } from "@/api/insights";
import type { Finding } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { Facts } from "@/components/ui/facts";
import { SkeletonRows } from "@/components/ui/skeleton";
import { CountLink } from "@/features/insights/count-link";
import { FindingRows } from "@/features/insights/finding-rows";
import { formatNumber, KINDS, WEIGHTS } from "@/features/insights/labels";
import { SampleMark } from "@/features/insights/marks";
import { MoreButton } from "@/features/insights/more-button";
import { Section } from "@/features/insights/section";
import { sentence } from "@/lib/text";

const IDS_SHOWN = 4;

/** What stands out by fixed rules, the weightiest first. */
export function FindingsSection({ period }: { period: InsightsPeriod }) {
  const pages = useInfiniteQuery(findingsQuery(period));
  const first = pages.data?.pages[0];
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      id="findings"
      title="Findings"
      csv={csvAddress("findings", period)}
      result={{ data: first, error: pages.error, refetch: pages.refetch }}
      skeleton={<SkeletonRows rows={4} className="h-24" />}
      empty="None of the seven rules found anything in this range."
      isEmpty={({ total }) => total === 0}
    >
      {({ total }) => (
        <>
          <ul className="divide-y divide-line" aria-label="Findings">
            {items.map((finding) => (
              <FindingItem key={finding.id} finding={finding} />
            ))}
          </ul>
          <MoreButton pages={pages} shown={items.length} total={total} what="findings" />
        </>
      )}
    </Section>
  );
}

function FindingItem({ finding }: { finding: Finding }) {
  const { word, icon } = KINDS[finding.kind];
  const weight = WEIGHTS[finding.weight];
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[12rem_minmax(0,1fr)]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 self-start md:flex-col md:items-start">
        <Badge tone={weight.tone} icon={icon}>
          {word}
        </Badge>
        <span className="text-xs text-muted">{weight.word} weight</span>
      </p>
      <div className="min-w-0 space-y-1">
        <h3 dir="auto" className="font-medium wrap-anywhere">
          {finding.title}
        </h3>
        <p dir="auto" className="prose-text text-soft">
          {finding.sentence}
        </p>
        <Rows finding={finding} />
        <Grounds finding={finding} />
      </div>
    </li>
  );
}

/** Every row that the finding counted is one step away. */
function Rows({ finding }: { finding: Finding }) {
  const ids = finding.incident_ids;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <FindingRows finding={finding} />
      {finding.compared_rows && (
        <CountLink said count={finding.compared} rows={finding.compared_rows} what="compared with" />
      )}
      {ids.slice(0, IDS_SHOWN).map((id) => (
        <IncidentLink key={id} id={id} />
      ))}
      {ids.length > IDS_SHOWN && <span className="text-muted">and more</span>}
      <SampleMark count={finding.samples} />
    </p>
  );
}

function Grounds({ finding }: { finding: Finding }) {
  return (
    <Disclosure summary={<span className="text-xs">Numbers and rule</span>}>
      <div className="space-y-3 pb-1">
        <Facts items={finding.numbers.map((one) => [sentence(one.name), formatNumber(one)] as const)} />
        <p className="prose-text text-xs text-soft">{finding.rule}</p>
      </div>
    </Disclosure>
  );
}
