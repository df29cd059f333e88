import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { preloadWhenIdle } from "@/app/preload";
import { createConsoleRouter, createQueryClient } from "@/app/router";
import { applyMotion } from "@/lib/motion";
import { reloadIfUpgraded } from "@/lib/upgrades";
import "@/styles.css";

// A part of the console could not be fetched.
window.addEventListener("vite:preloadError", () => void reloadIfUpgraded(() => window.location.reload()));

applyMotion();

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");

const queries = createQueryClient();
const router = createConsoleRouter(queries);

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
preloadWhenIdle(router);
