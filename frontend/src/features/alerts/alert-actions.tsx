import { Link2, Siren } from "lucide-react";
import { useState } from "react";
import type { Alert } from "@/api/types";
import { Button } from "@/components/ui/button";
import { AttachDialog } from "@/features/alerts/attach-dialog";
import { DeclareDialog } from "@/features/alerts/declare-dialog";

/** What a person can do with an alert: put it with an incident, or declare one from it. */
export function AlertActions({ alert }: { alert: Alert }) {
  const [asking, setAsking] = useState<"attach" | "declare" | null>(null);
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAsking("attach")}>
        <Link2 aria-hidden /> {alert.incident_id ? "Move to another incident…" : "Attach to an incident…"}
      </Button>
      <Button variant={alert.incident_id ? "secondary" : "primary"} onClick={() => setAsking("declare")}>
        <Siren aria-hidden /> Declare from it…
      </Button>
      {asking === "attach" && <AttachDialog alert={alert} onClose={close} />}
      {asking === "declare" && <DeclareDialog alert={alert} onClose={close} />}
    </div>
  );
}
