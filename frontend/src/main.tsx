import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { preloadWhenIdle } from "@/app/preload";
import { createConsoleRouter, createQueryClient } from "@/app/router";
import { applyMotion } from "@/lib/motion";
import { readStored, writeStored } from "@/lib/storage";
import "@/styles.css";

// After an upgrade, a page that was open asks for parts that are gone: the new page has them.
window.addEventListener("vite:preloadError", () => {
  const last = Number(readStored("session", "memoryops.reloaded") ?? 0);
  if (Date.now() - last < 60_000) return;
  writeStored("session", "memoryops.reloaded", String(Date.now()));
  window.location.reload();
});

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
