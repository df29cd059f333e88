import { createFileRoute } from "@tanstack/react-router";
import { RulesPage } from "@/features/routing/rules-page";

export const Route = createFileRoute("/alerts/rules")({ component: RulesPage });
