import { test as base, expect, type Page } from "../../../frontend/node_modules/@playwright/test/index.js";
import { Archive } from "./record";

type Fixtures = { record: Archive; person: string; foreign: string[] };

/** A browser whose person has a name, the record behind it, and an eye on every request that leaves. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ browserName: _ }, use) => use(process.env.BASE_URL),
  person: ["Grace Hopper", { option: true }],
  record: async ({ browserName: _ }, use) => use(new Archive(process.env.BASE_URL ?? "")),
  foreign: [
    async ({ page, baseURL }, use) => {
      const requests: string[] = [];
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${baseURL}/`) && !url.startsWith("data:")) requests.push(url);
      });
      await use(requests);
      expect(requests, "no request leaves for another host").toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, person }, use) => {
    await page.addInitScript((name) => localStorage.setItem("memoryops.actor", name), person);
    await use(page);
  },
});

export { expect, type Page };
