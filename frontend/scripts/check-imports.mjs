// Keeps the direction: shared parts -> features -> app; a feature never imports another one.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const SHARED = ["api", "components", "lib"];

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(path) && !/\.test\.|\.gen\.|schema\.d/.test(path) ? [path] : [];
  });
}

function faultOf(from, to) {
  const [layer, feature] = from.split("/");
  const [target, other] = to.split("/");
  if (SHARED.includes(layer) && !SHARED.includes(target)) return "shared parts import shared parts only";
  if (layer === "lib" && target !== "lib") return "lib knows nothing of the product";
  if (layer === "features" && target === "features" && feature !== other)
    return "features never import features";
  if (layer === "features" && ["app", "routes"].includes(target)) return "features never import the app";
  return null;
}

const faults = sources("src").flatMap((path) => {
  const from = relative("src", path);
  const text = readFileSync(path, "utf8");
  const long = text.split("\n").length > 251 ? [`${from}: more than 250 lines`] : [];
  const wrong = [...text.matchAll(/from "@\/([^"]+)"/g)].flatMap(([, to]) => {
    const fault = faultOf(from, to);
    return fault ? [`${from} -> ${to}: ${fault}`] : [];
  });
  return [...long, ...wrong];
});

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log("Imports point the right way: shared -> features -> app.");
