import { CalendarClock, Hourglass, UserRoundX } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { Kbd } from "@/components/ui/kbd";
import { KindMark, PriorityMark } from "@/features/action-items/item-marks";
import {
  KIND_ORDER,
  KINDS,
  OVERDUE_MEANING,
  PRIORITY_ORDER,
  TARGETS_MEANING,
} from "@/features/action-items/words";

/** What the marks on the cards mean, and how cards are moved without a mouse. */
export function Legend() {
  return (
    <Disclosure summary="What the marks mean">
      <dl className="grid max-w-4xl gap-x-6 gap-y-2 text-xs text-soft sm:grid-cols-[max-content_minmax(0,1fr)]">
        {KIND_ORDER.map((kind) => (
          <Meaning key={kind} mark={<KindMark kind={kind} />}>
            So that {KINDS[kind].meaning}.
          </Meaning>
        ))}
        <Meaning mark={PRIORITY_ORDER.map((priority) => <PriorityMark key={priority} priority={priority} />)}>
          As whoever wrote the item set it.
        </Meaning>
        <Meaning
          mark={
            <Badge tone="bad" icon={CalendarClock}>
              3 days late
            </Badge>
          }
        >
          {OVERDUE_MEANING}
        </Meaning>
        <Meaning
          mark={
            <Badge tone="warn" icon={Hourglass}>
              4-week target missed
            </Badge>
          }
        >
          {TARGETS_MEANING}
        </Meaning>
        <Meaning mark={<UserRoundX className="size-3.5" aria-label="Nobody" />}>Nobody owns it yet.</Meaning>
        <Meaning
          mark={
            <>
              <Kbd>Alt</Kbd> <Kbd>←</Kbd> <Kbd>→</Kbd>
            </>
          }
        >
          Moves the card that has focus to the state beside it.
        </Meaning>
        <Meaning
          mark={
            <>
              <Kbd>Ctrl</Kbd> <Kbd>Z</Kbd>
            </>
          }
        >
          Takes back the last move, then the one before, as long as nobody changed the item since.
        </Meaning>
      </dl>
    </Disclosure>
  );
}

function Meaning({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="flex flex-wrap items-center gap-x-3 gap-y-1">{mark}</dt>
      <dd className="max-w-[75ch]">{children}</dd>
    </div>
  );
}
