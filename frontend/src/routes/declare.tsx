import { createFileRoute } from "@tanstack/react-router";
import { DeclareScreen } from "@/app/declare-screen";

export const Route = createFileRoute("/declare")({ component: DeclareScreen });
