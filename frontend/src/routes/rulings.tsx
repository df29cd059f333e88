import { createFileRoute } from "@tanstack/react-router";
import { RulingsPage } from "@/features/incident/rulings-page";

export const Route = createFileRoute("/rulings")({ component: RulingsPage });
