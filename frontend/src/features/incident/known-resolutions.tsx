import { Archive, Check, ChevronDown, Repeat2 } from "lucide-react";
import { useState } from "react";
import { TrackRecordLine } from "@/components/evidence/track-record";
import { OutcomeBadge, SampleBadge } from "@/components/incident/badges";
import { IncidentLink } from "@/components/incident/incident-link";
import { Button } from "@/components/ui/button";
import {
  adopting,
  idsIn,
  type ResolveValues,
  releasing,
  sameAsOf,
  toggled,
} from "@/features/incident/resolve-draft";
import type { KnownResolution } from "@/features/incident/use-known-resolutions";
import type { DraftHandle } from "@/lib/draft";
import { counted } from "@/lib/text";

/** So many are offered at first: what is to be written stands below them. */
const FIRST = 3;
const MOST = 5;
const SOURCES = {
  record: { icon: Repeat2, word: "same error" },
  memory: { icon: Archive, word: "from memory" },
} as const;

type KnownResolutionsProps = { known: readonly KnownResolution[]; draft: DraftHandle<ResolveValues> };

/** What ended it before: one of them may have ended it again, others may have been tried in vain. */
export function KnownResolutions({ known, draft }: KnownResolutionsProps) {
  const [all, setAll] = useState(false);
  const sameAs = sameAsOf(draft.values);
  const tried = idsIn(draft.values.did_not_help);
  const before = known.find(({ incident_id }) => incident_id === sameAs) ?? null;
  const choose = (one: KnownResolution) =>
    draft.fill(one === before ? releasing(draft.values, before) : adopting(draft.values, one, before));
  if (known.length === 0) return null;
  const most = known.slice(0, MOST);
  const isMarked = ({ incident_id: id }: KnownResolution) => id === sameAs || tried.includes(id);
  const shown = all ? most : most.filter((one, place) => place < FIRST || isMarked(one));
  return (
    <fieldset className="rounded-md border border-line">
      <legend className="ml-2 px-1 text-xs font-medium text-soft">Did one of these end it?</legend>
      <ul className="divide-y divide-line px-3">
        {shown.map((one) => (
          <li key={one.incident_id} className="space-y-1.5 py-2.5 text-sm">
            <Source known={one} />
            <p dir="auto" className="prose-text line-clamp-3">
              {one.resolution}
            </p>
            {one.record && <TrackRecordLine record={one.record} />}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
              <Button
                size="sm"
                aria-pressed={one === before}
                onClick={() => choose(one)}
                className={one === before ? "border-accent bg-accent-wash" : undefined}
              >
                {one === before && <Check aria-hidden />} Same resolution as {one.incident_id}
              </Button>
              {one !== before && (
                <label className="inline-flex min-h-7 items-center gap-1.5 text-xs text-soft">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    checked={tried.includes(one.incident_id)}
                    onChange={() =>
                      draft.set("did_not_help", toggled(draft.values.did_not_help, one.incident_id))
                    }
                  />
                  Tried, did not help
                  <span className="sr-only">: the resolution of {one.incident_id}</span>
                </label>
              )}
            </div>
          </li>
        ))}
      </ul>
      {shown.length < most.length && (
        <Button size="sm" variant="quiet" className="mb-1.5 ml-1" onClick={() => setAll(true)}>
          <ChevronDown aria-hidden /> {counted(most.length - shown.length, "more resolution")}
        </Button>
      )}
    </fieldset>
  );
}

function Source({ known }: { known: KnownResolution }) {
  const { icon: Icon, word } = SOURCES[known.from];
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
      <IncidentLink id={known.incident_id} />
      <OutcomeBadge outcome={known.outcome} />
      {known.sample && <SampleBadge />}
      <span className="inline-flex items-center gap-1">
        <Icon className="size-3.5" aria-hidden /> {word}
      </span>
    </p>
  );
}
