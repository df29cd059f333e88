import { RowsLink } from "@/features/insights/rows-link";
import { rowsSearchOf } from "@/features/insights/rows-search";

type CountLinkProps = {
  count: number;
  rows: string;
  what: string;
  one?: string;
  said?: boolean;
  className?: string;
};

/** A number of the API, whose `rows` names the call that lists what it counted. */
export function CountLink({ rows, ...rest }: CountLinkProps) {
  return <RowsLink search={rowsSearchOf(rows)} {...rest} />;
}
