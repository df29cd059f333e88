import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { startScript } from "./scripts/start-script.ts";
import { EARLY_CALLS } from "./src/app/early-calls.ts";

const backend = process.env.MEMORYOPS_DEV_API ?? "http://127.0.0.1:8000";

/** Packs, beside each asset of text, what the server sends to browsers that unpack it: once, as small as can be. */
function packAssets(): Plugin {
  return {
    name: "pack-assets",
    apply: "build",
    writeBundle({ dir = "." }, files) {
      for (const name of Object.keys(files).filter((file) => /^assets\/.*\.(js|css)$/.test(file))) {
        const path = join(dir, name);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    startScript("public/theme.js", EARLY_CALLS),
    packAssets(),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy: { "/api": { target: backend, changeOrigin: true } } },
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // By themselves what screens share becomes dozens of files of a few hundred bytes, each a request.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 1 },
            { name: "parts", test: /\/src\/(components|lib|api)\/|lucide-react|radix-ui/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "document",
          include: ["src/**/*.test.tsx"],
          environment: "jsdom",
          environmentOptions: { jsdom: { url: "http://localhost:3000" } },
          setupFiles: ["src/testing/setup.ts"],
        },
      },
      {
        extends: true,
        // Values in, values out: what leaves nothing behind needs no document, and no process of its own.
        test: { name: "values", include: ["src/**/*.test.ts"], environment: "node", isolate: false },
      },
    ],
  },
});
