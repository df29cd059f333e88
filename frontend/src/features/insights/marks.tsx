import { Download, FlaskConical } from "lucide-react";
import { counted } from "@/lib/text";

/** Says how many of what was counted came with the product; nothing where none did. */
export function SampleMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      title="Sample data that came with MemoryOps; it happened to nobody."
      className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-soft"
    >
      <FlaskConical className="size-3.5 shrink-0" aria-hidden />
      {counted(count, "sample")}
    </span>
  );
}

/** Saves a whole table as a CSV file. */
export function CsvLink({ address, what }: { address: string; what: string }) {
  return (
    <a
      href={address}
      download
      className="inline-flex min-h-6 items-center gap-1 text-xs text-accent hover:underline print:hidden"
    >
      <Download className="size-3.5" aria-hidden />
      CSV <span className="sr-only">of {what}</span>
    </a>
  );
}
