import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListTodo } from "lucide-react";
import { openEarlierActionsQuery } from "@/api/action-items";
import { useLiveActionItems } from "@/api/live";
import type { EarlierIncident } from "@/api/types";
import { IncidentLink } from "@/components/incident/incident-link";
import { Disclosure } from "@/components/ui/disclosure";
import { earlierWords } from "@/features/action-items/earlier";
import { counted } from "@/lib/text";
import { useNow } from "@/lib/time";

/** One line where this incident repeats one that left action items open; nothing where none did. */
export function OpenEarlierLine({ incidentId }: { incidentId: string }) {
  useLiveActionItems();
  const [newest, ...older] = useQuery(openEarlierActionsQuery(incidentId)).data?.items ?? [];
  if (!newest) return null;
  return (
    <section
      aria-label="Left open by earlier incidents"
      className="flex items-start gap-2.5 rounded-lg border border-warn/50 bg-surface px-4 py-2.5 text-sm"
    >
      <ListTodo className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 flex-1 space-y-1">
        <Line earlier={newest} />
        {older.length > 0 && (
          <Disclosure summary={`${counted(older.length, "more earlier incident")} with open action items`}>
            <ul className="space-y-1">
              {older.map((one) => (
                <li key={one.incident_id}>
                  <Line earlier={one} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </section>
  );
}

function Line({ earlier }: { earlier: EarlierIncident }) {
  const words = earlierWords(earlier, useNow(60_000));
  return (
    <p className="wrap-anywhere">
      <IncidentLink id={earlier.incident_id} /> {words.before}{" "}
      <Link
        to="/action-items/$id"
        params={{ id: earlier.first.id }}
        dir="auto"
        className="font-medium text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
      >
        {earlier.first.title}
      </Link>{" "}
      <span className="text-soft">{words.after}</span>
    </p>
  );
}
