import { useQueryClient } from "@tanstack/react-query";
import { DeclarePage } from "@/features/declare/declare-page";
import { startRun } from "@/features/investigation/live-runs";

/** Declaring; memory is asked as soon as the incident is declared, while its page is still on the way. */
export function DeclareScreen() {
  const client = useQueryClient();
  return <DeclarePage onDeclared={({ id }) => void startRun(id, client)} />;
}
