// Fails when what the browser must load before the first screen outgrows its budget, or when files need each other in a
// circle: one of them would then run before what it is made of.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET_KB = 180;
const html = readFileSync("dist/index.html", "utf8");

function importsOf(path) {
  const code = readFileSync(`dist/${path}`, "utf8");
  return [...code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.~-]+\.js)["'`]/g)].map(
    ([, name]) => `assets/${name}`,
  );
}

/** The way from a file back to itself; null where there is none. */
function circleFrom(path, way = [], done = new Set()) {
  if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
  if (done.has(path)) return null;
  for (const next of importsOf(path)) {
    const circle = circleFrom(next, [...way, path], done);
    if (circle) return circle;
  }
  done.add(path);
  return null;
}

const entries = [...html.matchAll(/(?:src|href)="\/(\S+?\.js)"/g)].map((match) => match[1]);

// Modules that an entry imports statically are loaded with it.
const initial = new Set();
function follow(path) {
  if (initial.has(path)) return;
  initial.add(path);
  for (const next of importsOf(path)) follow(next);
}
for (const entry of entries) follow(entry);

const bytes = [...initial].reduce((sum, path) => sum + gzipSync(readFileSync(`dist/${path}`)).length, 0);
const kb = bytes / 1000;
console.log(
  `Initial JavaScript: ${kb.toFixed(1)} kB gzipped in ${initial.size} files (at most ${BUDGET_KB} kB).`,
);
const scripts = readdirSync("dist/assets").filter((name) => name.endsWith(".js"));
const circle = scripts.map((name) => circleFrom(`assets/${name}`)).find((found) => found !== null);
if (circle) console.error(`Files that need each other: ${circle.join(" -> ")}`);
if (kb > BUDGET_KB || circle) process.exit(1);
