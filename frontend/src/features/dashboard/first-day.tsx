import { Link } from "@tanstack/react-router";
import { Archive, CircleCheck, type LucideIcon, ScanSearch, Siren } from "lucide-react";
import { buttonClass } from "@/components/ui/button";

const STEPS: readonly { icon: LucideIcon; name: string; text: string }[] = [
  { icon: Siren, name: "Declare", text: "Say what is broken, where and how badly. Four fields are enough." },
  {
    icon: ScanSearch,
    name: "Investigate",
    text: "Memory is asked for earlier incidents like it; evidence first, analysis after.",
  },
  {
    icon: CircleCheck,
    name: "Resolve",
    text: "Write down why it broke, what ended it and what did not help.",
  },
  {
    icon: Archive,
    name: "Remembered",
    text: "The next similar incident brings it back, with what fixed it.",
  },
];

/** The dashboard of a workspace in which nothing has happened yet. */
export function FirstDay() {
  return (
    <section aria-labelledby="first-day" className="rounded-lg border border-line bg-surface p-6 md:p-10">
      <h2 id="first-day" className="text-xl font-semibold">
        No incidents yet. Good.
      </h2>
      <p className="mt-1 max-w-[60ch] text-soft">
        When something breaks, this is where it starts. Memory is empty until the first incident is resolved;
        it only keeps what a person has confirmed.
      </p>
      <ol className="my-6 grid gap-4 md:grid-cols-4">
        {STEPS.map(({ icon: Icon, name, text }) => (
          <li key={name} className="border-t border-edge/60 pt-3">
            <p className="flex items-center gap-2 text-sm font-semibold">
              <Icon className="size-4 text-accent" aria-hidden /> {name}
            </p>
            <p className="mt-1 text-sm text-soft">{text}</p>
          </li>
        ))}
      </ol>
      <Link to="/declare" className={buttonClass("primary")}>
        <Siren aria-hidden /> Declare the first incident
      </Link>
    </section>
  );
}
