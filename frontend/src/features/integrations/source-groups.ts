import type { Source } from "@/api/types";

const GROUPS: readonly (readonly [group: string, sources: readonly string[]])[] = [
  [
    "Metrics and logs",
    [
      "alertmanager",
      "grafana",
      "datadog",
      "newrelic",
      "zabbix",
      "checkmk",
      "librenms",
      "graylog",
      "coralogix",
      "signalfx",
      "dash0",
      "axiom",
    ],
  ],
  ["On call and errors", ["pagerduty", "opsgenie", "sentry"]],
  ["Clouds", ["cloudwatch", "azure", "gcp"]],
  ["Reachability and status pages", ["statuspage", "uptimerobot", "pingdom", "checkly", "thousandeyes"]],
  ["Security", ["wazuh"]],
];
const ANY = "Anything that sends JSON";
const OTHERS = "Others";

type Group = { name: string; sources: Source[] };

/** Sources that fit a search, by what they are for; a source that is new here stands under Others. */
export function groupSources(sources: readonly Source[], search: string): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, label, aliases }: Source) =>
    words.every((word) => [name, label, ...aliases].some((text) => text.toLowerCase().includes(word)));
  const found = sources.filter((source) => fits(source) || (source.name === "generic" && words.length > 0));
  const order = [...GROUPS.map(([name]) => name), OTHERS, ANY];
  return order
    .map((name) => ({ name, sources: found.filter((source) => groupOf(source) === name) }))
    .filter(({ sources: members }) => members.length > 0);
}

function groupOf({ name }: Source): string {
  if (name === "generic") return ANY;
  return GROUPS.find(([, members]) => members.includes(name))?.[0] ?? OTHERS;
}
