import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Archive, CircleX, Loader2, type LucideIcon } from "lucide-react";
import { memoryStatusQuery } from "@/api/memory";
import { useLostSince } from "@/app/use-lost";
import { spoken } from "@/lib/text";

type Health = { icon: LucideIcon; tone: string; word: string };

/** Whether memory answers, always in sight; leads to Status. */
export function HealthIndicator({ className }: { className: string }) {
  const health = useQuery(memoryStatusQuery());
  // What was heard last says nothing while nobody answers.
  const isLost = useLostSince() !== null;
  const { icon: Icon, tone, word } = healthOf(health.data, health.isError || isLost);
  return (
    <Link to="/status" className={className} aria-label={`Memory: ${word}. Open Status.`}>
      <Icon className={`size-4 shrink-0 ${tone}`} aria-hidden />
      <span className="truncate">Memory {word}</span>
    </Link>
  );
}

function healthOf(data: { status: string; reason: string | null } | undefined, failed: boolean): Health {
  if (failed) return { icon: CircleX, tone: "text-bad", word: "unknown" };
  if (!data) return { icon: Loader2, tone: "text-muted", word: "…" };
  if (data.status === "ready") return { icon: Archive, tone: "text-good", word: "ready" };
  if (data.reason === "starting" || data.reason === "calibrating")
    return { icon: Loader2, tone: "text-warn", word: data.reason };
  return { icon: CircleX, tone: "text-bad", word: spoken(data.reason ?? data.status) };
}

/** Tells those who do not see the indicator when memory comes or goes. */
export function HealthAnnouncer() {
  const health = useQuery(memoryStatusQuery());
  return (
    <p role="status" className="sr-only">
      {(health.data || health.isError) && `Memory ${healthOf(health.data, health.isError).word}`}
    </p>
  );
}
