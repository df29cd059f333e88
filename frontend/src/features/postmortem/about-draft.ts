import type { ImpactNumbers, Postmortem, PostmortemEdit } from "@/api/types";
import type { Version } from "@/lib/edit-draft";
import { filled } from "@/lib/text";

/** Owner, reviewers and numbers as a form's controls hold them. */
export type AboutValues = {
  owner: string;
  reviewers: string;
  users_affected: string;
  requests_failed_percent: string;
  tickets: string;
  revenue: string;
  currency: string;
};

export const ABOUT_LABELS: Record<keyof AboutValues, string> = {
  owner: "Owner",
  reviewers: "Reviewers",
  users_affected: "Users affected",
  requests_failed_percent: "Requests failed, %",
  tickets: "Support tickets",
  revenue: "Revenue lost",
  currency: "Currency",
};

const IN_COMMON_USE = "EUR";

export function versionOf({ owner, reviewers, impact, revision }: Postmortem): Version<AboutValues> {
  const values = {
    owner: owner ?? "",
    reviewers: reviewers.join(", "),
    users_affected: impact.users_affected?.toString() ?? "",
    requests_failed_percent: impact.requests_failed_percent?.toString() ?? "",
    tickets: impact.tickets?.toString() ?? "",
    revenue: impact.revenue?.toString() ?? "",
    currency: impact.currency ?? IN_COMMON_USE,
  };
  return { values, revision };
}

/** Only what the draft changes of what it began from; the numbers are one field of the server's. */
export function changesOf(draft: AboutValues, base: AboutValues): PostmortemEdit {
  const [before, after] = [fieldsOf(base), fieldsOf(draft)];
  const isSame = (name: keyof typeof after) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  return {
    ...(isSame("owner") ? {} : { owner: after.owner }),
    ...(isSame("reviewers") ? {} : { reviewers: after.reviewers }),
    ...(isSame("impact") ? {} : { impact: after.impact }),
  };
}

/** The names of a list that is typed with commas between. */
export function namesOf(typed: string): string[] {
  return typed.split(",").flatMap((name) => filled(name) ?? []);
}

/** The names typed over `base`, over what stands by now: whom others named is in it, whom they took away is not. */
export function mergedNames(typed: string, base: string, now: string): string {
  const [mine, before, theirs] = [namesOf(typed), namesOf(base), namesOf(now)];
  const added = theirs.filter((name) => !before.includes(name) && !mine.includes(name));
  const stay = mine.filter((name) => !before.includes(name) || theirs.includes(name));
  if (added.length === 0 && stay.length === mine.length) return typed;
  return [...stay, ...added].join(", ");
}

function fieldsOf(values: AboutValues) {
  return { owner: filled(values.owner), reviewers: namesOf(values.reviewers), impact: impactOf(values) };
}

function impactOf(values: AboutValues): ImpactNumbers {
  const number = (said: string) => (filled(said) === null ? null : Number(said));
  const revenue = number(values.revenue);
  return {
    users_affected: number(values.users_affected),
    requests_failed_percent: number(values.requests_failed_percent),
    tickets: number(values.tickets),
    revenue,
    currency: revenue === null ? null : filled(values.currency),
  };
}
