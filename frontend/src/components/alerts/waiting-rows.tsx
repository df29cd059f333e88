import { ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { counted } from "@/lib/text";

type WaitingRowsProps = { waiting: number; what: string; many?: string; onShow: () => void };

/** Says that newer rows wait above the list, and brings them in when asked, so that nothing jumps by itself. */
export function WaitingRows({ waiting, what, many, onShow }: WaitingRowsProps) {
  return (
    <div role="status" className={waiting > 0 ? "flex justify-center" : "sr-only"}>
      {waiting > 0 && (
        <Button size="sm" onClick={onShow}>
          <ArrowUp aria-hidden /> {counted(waiting, `new ${what}`, `new ${many ?? `${what}s`}`)}: show
        </Button>
      )}
    </div>
  );
}
