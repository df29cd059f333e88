// Fails when what the browser must load before the first screen outgrows its budget.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET_KB = 180;
const html = readFileSync("dist/index.html", "utf8");
const entries = [...html.matchAll(/(?:src|href)="\/(\S+?\.js)"/g)].map((match) => match[1]);

// Modules that an entry imports statically are loaded with it.
const initial = new Set();
function follow(path) {
  if (initial.has(path)) return;
  initial.add(path);
  const code = readFileSync(`dist/${path}`, "utf8");
  for (const [, name] of code.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) follow(`assets/${name}`);
}
for (const entry of entries) follow(entry);

const bytes = [...initial].reduce((sum, path) => sum + gzipSync(readFileSync(`dist/${path}`)).length, 0);
const kb = bytes / 1000;
console.log(
  `Initial JavaScript: ${kb.toFixed(1)} kB gzipped in ${initial.size} files (at most ${BUDGET_KB} kB).`,
);
if (kb > BUDGET_KB) process.exit(1);
