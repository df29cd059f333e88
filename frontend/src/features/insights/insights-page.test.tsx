import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { serverCounts } from "@/testing/insight-records";
import { openConsole } from "@/testing/render";
import { pageOf, problem, server } from "@/testing/server";

it("counts the range and the services that the address names, in every section", async () => {
  const asked = serverCounts();
  const { user, router } = openConsole(
    "/insights?from=2026-09-01&to=2026-09-30&service=%5B%22checkout%22%5D",
  );
  await screen.findByRole("table", { name: "Services by incidents" });
  await waitFor(() => expect(new Set(asked.map(({ section }) => section)).size).toBe(7));
  for (const { section, asked: query } of asked)
    expect([section, query.get("from"), query.get("to"), query.getAll("service")]).toEqual([
      section,
      "2026-09-01",
      "2026-09-30",
      ["checkout"],
    ]);
  await user.click(screen.getByRole("button", { name: "Last 30 days" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ days: 30, service: ["checkout"] }));
});

it("leads from a number to the rows that it counted", async () => {
  serverCounts();
  const rows: URLSearchParams[] = [];
  server.use(
    http.get("*/insights/rows", ({ request }) => {
      rows.push(new URL(request.url).searchParams);
      return HttpResponse.json(pageOf([]));
    }),
  );
  const { user } = openConsole("/insights");
  const table = await screen.findByRole("table", { name: "Services by incidents" });
  expect(within(table).getByRole("row", { name: /checkout/ })).toHaveTextContent("1 sample");
  await user.click(within(table).getByRole("link", { name: "7 incidents of checkout" }));
  expect(await screen.findByRole("heading", { name: "Incidents declared" })).toBeInTheDocument();
  await waitFor(() => expect(rows.at(-1)?.getAll("service")).toEqual(["checkout"]));
  expect(rows.at(-1)?.get("of")).toBe("incidents");
});

it("lists marked evidence with the incident that it was marked in", async () => {
  const row = {
    id: "INC-104",
    incident_id: "INC-117",
    title: "Pool was too small",
    service: "ledger",
    severity: "sev3",
    status: "resolved",
    at: "2026-11-30T09:00:00.000Z",
    value_s: null,
    sample: false,
  };
  server.use(http.get("*/insights/rows", () => HttpResponse.json({ ...pageOf([row]), total: 1 })));
  openConsole("/insights/rows?of=marked_helped");
  const table = await screen.findByRole("table", { name: "Evidence marked as helpful" });
  const head = within(table).getByRole("rowheader");
  expect(head).toHaveTextContent("INC-104 Pool was too small in INC-117");
  expect(within(head).getAllByRole("link")).toHaveLength(2);
  expect(within(table).getByRole("columnheader", { name: "Marked" })).toBeInTheDocument();
});

it("says each chart in words, and has its table behind it and as CSV", async () => {
  serverCounts();
  openConsole("/insights");
  expect(await screen.findByRole("img", { name: /The most: Mon 09–10 \(3\)/ })).toBeInTheDocument();
  expect(
    await screen.findByRole("img", { name: /Time to resolve: n 6, median 10m, p90 not told/ }),
  ).toBeVisible();
  expect(screen.getAllByText(/Only 6 values/)).toHaveLength(3);
  const hours = screen.getByRole("table", { name: "Incidents by hour of the week, UTC", hidden: true });
  expect(within(hours).getAllByRole("row", { hidden: true })).toHaveLength(25);
  expect(screen.getByRole("link", { name: "CSV of Hours of the week" })).toHaveAttribute(
    "href",
    expect.stringMatching(/\/insights\/hours\?from=.*zone=UTC&format=csv$/),
  );
});

it("a section that fails leaves the others standing", async () => {
  serverCounts();
  server.use(http.get("*/insights/memory", () => problem(500, "server-error")));
  openConsole("/insights");
  expect(await screen.findByText(/Counting “Memory at work” failed/)).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Services by incidents" })).toBeInTheDocument();
});

it("keeps what memory did not answer apart from what it answered", async () => {
  serverCounts();
  openConsole("/insights");
  const memory = await screen.findByRole("region", { name: "Memory at work" });
  expect(await within(memory).findByText("75%", { selector: "span" })).toBeInTheDocument();
  expect(within(memory).getByRole("img", { name: "3 ok, 1 empty, 2 unavailable" })).toBeInTheDocument();
  expect(within(memory).getByText("This is no experiment.")).toBeInTheDocument();
  expect(within(memory).getAllByRole("link", { name: "1 investigation, empty" })[0]).toBeVisible();
});

it("where nothing happened offers a wider range", async () => {
  serverCounts([]);
  const { user, router } = openConsole("/insights?days=7");
  expect(await screen.findByText("Nothing happened in this range")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Look at 30 days" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ days: 30 }));
});

it("asks nothing of a range that ends before it begins", async () => {
  const asked = serverCounts();
  openConsole("/insights?from=2026-09-30&to=2026-09-01");
  expect(await screen.findByRole("alert")).toHaveTextContent("The range ends before it begins.");
  expect(asked).toEqual([]);
});
