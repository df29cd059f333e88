import { createFileRoute } from "@tanstack/react-router";
import { DeclarePage } from "@/features/declare/declare-page";

export const Route = createFileRoute("/declare")({ component: DeclarePage });
