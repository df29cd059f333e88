import type { Investigation } from "@/api/types";
import { Select } from "@/components/ui/field";
import { formatUtc } from "@/lib/time";

type RunPickerProps = {
  past: readonly Investigation[];
  shown: string | null;
  onChoose: (id: string) => void;
};

/** Which of the past runs is shown; runs are never changed once they are over. */
export function RunPicker({ past, shown, onChoose }: RunPickerProps) {
  if (past.length < 2) return null;
  const options = past.map(
    (run, at) =>
      [
        run.id,
        `Run ${past.length - at} · ${formatUtc(new Date(run.started_at))} · ${run.memory_status ?? run.state}`,
      ] as const,
  );
  return (
    <Select
      aria-label="Past investigations"
      className="!h-7 !w-auto max-w-64 text-xs"
      value={shown ?? past[0]?.id}
      onChange={(event) => onChoose(event.target.value)}
      options={options}
    />
  );
}
