import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Alert } from "@/api/types";
import { alertItem, alertRecord } from "@/testing/alert-records";
import { openConsole } from "@/testing/render";
import { pageOf, server } from "@/testing/server";

function serverHolds(alert: Alert): void {
  server.use(http.get(`*/api/v1/alerts/${alert.id}`, () => HttpResponse.json(alert)));
}

it("a row says its state, its source's word, how often it came and why it went where it went", async () => {
  server.use(http.get("*/api/v1/alerts", () => HttpResponse.json(pageOf([alertItem()]))));
  openConsole("/alerts");
  const row = within(await screen.findByRole("list", { name: "Alerts" })).getByRole("listitem");
  for (const words of [
    "Firing",
    "SEV1",
    "critical",
    "3 times",
    "2 duplicates",
    "by “Severe alerts”: No incident is",
  ])
    expect(row).toHaveTextContent(words);
  expect(within(row).getByRole("link", { name: "INC-117" })).toBeInTheDocument();
});

it("filters come from the address, go into it, and are asked of the server", async () => {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/v1/alerts", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(pageOf([alertItem()]));
    }),
  );
  const { user, router } = openConsole("/alerts?status=firing&severity=nonsense");
  await user.selectOptions(await screen.findByRole("combobox", { name: "Severity" }), "unknown");
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ status: "firing", severity: "unknown" }),
  );
  await waitFor(() => expect(asked.at(-1)?.get("severity")).toBe("unknown"));
  expect(asked[0]?.has("severity")).toBe(false);
});

it("where nothing has come in, the list leads to adding an integration", async () => {
  openConsole("/alerts");
  expect(await screen.findByRole("link", { name: "Add an integration" })).toHaveAttribute(
    "href",
    "/integrations/new",
  );
});

it("what an alert brings along is text: only web addresses are links, and they name their host", async () => {
  serverHolds(
    alertRecord({
      title: "<img src=x onerror=alert(1)> **bold**",
      links: [
        { text: "Runbook", href: "https://runbooks.example/pool?x=1" },
        { text: "Trap", href: "javascript:alert(1)" },
      ],
    }),
  );
  openConsole("/alerts/ALR-7");
  expect(
    await screen.findByRole("heading", { level: 1, name: "<img src=x onerror=alert(1)> **bold**" }),
  ).toBeInTheDocument();
  const link = screen.getByRole("link", { name: /^runbooks\.example/ });
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
  expect(screen.getByText("javascript:alert(1)").closest("a")).toBeNull();
});

it("an alert is put with an incident that is found by words", async () => {
  serverHolds(alertRecord({ incident_id: null }));
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/v1/incidents", () =>
      HttpResponse.json(
        pageOf([
          {
            id: "INC-42",
            title: "Charges fail",
            service: "payment-api",
            severity: "sev1",
            status: "investigating",
          },
        ]),
      ),
    ),
    http.post("*/api/v1/alerts/ALR-7/actions/attach", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(alertRecord({ incident_id: "INC-42" }));
    }),
  );
  const { user } = openConsole("/alerts/ALR-7");
  await user.click(await screen.findByRole("button", { name: "Attach to an incident…" }));
  await user.click(await screen.findByRole("radio", { name: /Charges fail/ }));
  await user.click(screen.getByRole("button", { name: "Attach to INC-42" }));
  await waitFor(() => expect(sent).toEqual([{ incident_id: "INC-42" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});
