import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, Rollup } from "vite";

/** By the path of a page, where `:id` stands for anything, the calls that it begins with. */
export type EarlyCalls = Readonly<Record<string, readonly string[]>>;

type Hints = {
  files: readonly string[];
  pages: readonly (readonly [pattern: string, files: readonly number[], calls: readonly string[]])[];
};
/** A module by its id; of each is known what it imports, and what it may import later. */
type ModuleOf = (id: string) => Rollup.ModuleInfo | null;

const ROUTE = /\/src\/routes\/([^?]+)\.tsx\?tsr-split=component/;

/**
 * Joins to the script that sets the theme what asks, by the page's address, for the code of that page: it then comes with
 * the code that starts the console and not after it. The fonts are asked for likewise, before any style names them.
 */
export function startScript(themeScript: string, calls: EarlyCalls): Plugin {
  let name = "";
  return {
    name: "start-script",
    apply: "build",
    generateBundle(_, bundle) {
      const hints = hintsOf(new Chunks(bundle, (id) => this.getModuleInfo(id)), calls);
      const source = `${readFileSync(themeScript, "utf8")}(${ask})(${JSON.stringify(hints)});(${loadLanguages})();\n`;
      name = `assets/begin-${createHash("sha256").update(source).digest("base64url").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName: name, source });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((file) => file.endsWith(".woff2"));
        return {
          html: html.replace("/theme.js", `/${name}`),
          tags: fonts.map((file) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${file}` },
            injectTo: "head" as const,
          })),
        };
      },
    },
  };
}

/** Runs in the page, as it stands here. */
function ask({ files, pages }: Hints): void {
  const { pathname, search } = location;
  const [pattern, wanted, calls] = pages.find(([one]) => new RegExp(one).test(pathname)) ?? ["", [], []];
  for (const index of wanted) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = `/${files[index]}`;
    document.head.append(link);
  }
  const id = new RegExp(pattern).exec(pathname)?.[1] ?? "";
  const dayBefore = (days: string) =>
    new Date(Date.now() - Number(days) * 86_400_000).toISOString().slice(0, 10);
  const filled = (call: string) =>
    call.replaceAll(":id", id).replaceAll(/:(\d+)-days-ago/g, (_, days: string) => dayBefore(days));
  const asked = search === "" ? calls.map(filled) : [];
  // Read to its end here: what has to be read yet comes after the first drawing, which then shows nothing of it.
  const read = async (call: string) => {
    const answer = await fetch(call, { headers: { Accept: "application/json" } });
    const { status, statusText, headers } = answer;
    return new Response((await answer.text()) || null, { status, statusText, headers });
  };
  const early = asked.map((call) => [call, read(call)] as const);
  for (const [, answer] of early) answer.catch(() => {});
  (window as { early?: Map<string, Promise<Response>> }).early = new Map(early);
}

/**
 * Runs in the page, as it stands here. The first format that a page makes has the browser load its languages, which takes 40
 * to 100 ms; here that happens while the console's code is on its way.
 */
function loadLanguages(): void {
  setTimeout(() => [
    new Intl.RelativeTimeFormat("en"),
    new Intl.NumberFormat("en"),
    new Intl.DateTimeFormat("en-GB"),
    new Intl.DateTimeFormat(),
  ]);
}

/** By the pattern of an address, the files of its page that the start of the console does not load anyway. */
function hintsOf(chunks: Chunks, calls: EarlyCalls): Hints {
  const files = [...new Set(chunks.pages().flatMap(([, page]) => page))];
  const pages = chunks
    .pages()
    .map(([route, page]) => {
      const path = pathOf(route);
      return [patternOf(path), page.map((file) => files.indexOf(file)), calls[path] ?? []] as const;
    })
    // What is named word by word goes before what a parameter would fit too.
    .sort(([one], [other]) => one.split(ANYTHING).length - other.split(ANYTHING).length);
  return { files, pages };
}

const ANYTHING = "([^/]+)";

/** `incidents.$id_.postmortem` is at `/incidents/:id/postmortem`. */
function pathOf(route: string): string {
  const parts = route.split(".").filter((part) => part !== "index");
  return `/${parts.map((part) => part.replace(/_$/, "").replace("$", ":")).join("/")}`;
}

function patternOf(path: string): string {
  return `^${path.replaceAll(/:\w+/g, ANYTHING)}/?$`;
}

/** The files that a build wrote, by what they are needed for. */
class Chunks {
  private readonly chunks: readonly Rollup.OutputChunk[];

  constructor(
    bundle: Rollup.OutputBundle,
    private readonly moduleOf: ModuleOf,
  ) {
    this.chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  }

  /** Of each route, its name and the files of its page. */
  pages(): (readonly [route: string, files: readonly string[]])[] {
    const start = this.withImports(this.chunks.filter(({ isEntry }) => isEntry));
    return this.chunks.flatMap((chunk) => {
      const id = chunk.facadeModuleId ?? "";
      const route = ROUTE.exec(id)?.[1];
      if (route === undefined) return [];
      const files = this.withImports([chunk, ...this.laterOf(id)]);
      return [[route, [...files].filter((file) => !start.has(file))] as const];
    });
  }

  private withImports(from: readonly Rollup.OutputChunk[]): Set<string> {
    const found = new Set<string>();
    const follow = (chunk: Rollup.OutputChunk) => {
      if (found.has(chunk.fileName)) return;
      found.add(chunk.fileName);
      for (const one of this.chunks) if (chunk.imports.includes(one.fileName)) follow(one);
    };
    for (const chunk of from) follow(chunk);
    return found;
  }

  /** The chunks of what the modules of a page ask for once they are there. */
  private laterOf(id: string): Rollup.OutputChunk[] {
    const seen = new Set([id]);
    const later = new Set<string>();
    for (const one of seen) {
      const module = this.moduleOf(one);
      for (const next of module?.importedIds ?? []) seen.add(next);
      for (const next of module?.dynamicallyImportedIds ?? []) later.add(next);
    }
    return this.chunks.filter(({ moduleIds }) => moduleIds.some((one) => later.has(one)));
  }
}
