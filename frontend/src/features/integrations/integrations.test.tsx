import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Source } from "@/api/types";
import { deliverySummary, integrationRecord } from "@/testing/alert-records";
import { openConsole } from "@/testing/render";
import { pageOf, server } from "@/testing/server";

const GENERIC: Source = {
  name: "generic",
  label: "Generic JSON",
  aliases: [],
  confirmed: true,
  signature: null,
  takes_mapping: true,
  mapping: { title: "name", status: "state" },
  documentation: null,
};
const ALERTMANAGER: Source = {
  ...GENERIC,
  name: "alertmanager",
  label: "Prometheus Alertmanager",
  aliases: ["prometheus"],
  takes_mapping: false,
  mapping: null,
};

it("a new integration shows its token once, waits, and says what came of the first delivery", async () => {
  let arrived = false;
  const made = { ...integrationRecord(), token: "moi_secret", url: "https://memoryops.example/x/moi_secret" };
  server.use(
    http.get("*/api/v1/sources", () => HttpResponse.json(pageOf([ALERTMANAGER, GENERIC]))),
    http.post("*/api/v1/integrations", () => HttpResponse.json(made, { status: 201 })),
    http.get("*/api/v1/integrations/INT-1", () => HttpResponse.json(integrationRecord())),
    http.get("*/api/v1/deliveries", () => HttpResponse.json(pageOf(arrived ? [deliverySummary()] : []))),
  );
  const { user } = openConsole("/integrations/new");
  await user.type(await screen.findByRole("searchbox", { name: "Find a tool" }), "prometh");
  await user.click(await screen.findByRole("radio", { name: /Prometheus Alertmanager/ }));
  await user.click(await screen.findByRole("button", { name: "Make it and show its token" }));
  expect(await screen.findByRole("region", { name: "Token" })).toHaveTextContent("moi_secret");
  expect(screen.getByText(/Authorization: Bearer moi_secret/)).toBeInTheDocument();
  expect(screen.getByText("Waiting for the first delivery…")).toBeInTheDocument();
  arrived = true;
  expect(await screen.findByText("Received: parsed 2 alerts.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "I have stored it: hide it" }));
  expect(screen.queryByText(/moi_secret/)).not.toBeInTheDocument();
});

it("revoking the last valid token asks first, and says what that means", async () => {
  const revoked: string[] = [];
  server.use(
    http.get("*/api/v1/integrations/INT-1", () => HttpResponse.json(integrationRecord())),
    http.delete("*/api/v1/integrations/INT-1/tokens/:token", ({ params }) => {
      revoked.push(String(params.token));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = openConsole("/integrations/INT-1");
  await user.click(await screen.findByRole("button", { name: "Revoke the token that ends in x7Qa" }));
  expect(screen.getByRole("dialog")).toHaveTextContent("It is the only valid one");
  await user.click(screen.getByRole("button", { name: "Revoke now" }));
  await waitFor(() => expect(revoked).toEqual(["TOK-1"]));
});

it("a mapping shows what each expression finds, keeps every digit of the sample, and is saved", async () => {
  const asked: string[] = [];
  const saved: unknown[] = [];
  const generic = integrationRecord({ source: "generic", label: "Generic JSON" });
  server.use(
    http.get("*/api/v1/sources", () => HttpResponse.json(pageOf([GENERIC]))),
    http.get("*/api/v1/integrations/INT-1", () => HttpResponse.json(generic)),
    http.patch("*/api/v1/integrations/INT-1", async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json(generic);
    }),
    http.post("*/api/v1/sources/preview", async ({ request }) => {
      asked.push(await request.text());
      return HttpResponse.json({
        fields: [
          { field: "title", value: '"Disk is full"', problem: null, position: null },
          {
            field: "status",
            value: '"broken"',
            problem: "'broken' is no word that is known here",
            position: null,
          },
        ],
        kind: null,
        reason: "The mapping has faults.",
        alerts: [],
      });
    }),
  );
  const { user } = openConsole("/integrations/INT-1");
  await user.click(await screen.findByRole("textbox", { name: "Sample body" }));
  await user.paste('{"name": "Disk is full", "at": 1502709956288000110}');
  expect(await screen.findByText("Disk is full")).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Status" })).toHaveAccessibleDescription(
    /no word that is known/,
  );
  expect(screen.getByText(/It would go into quarantine/)).toBeInTheDocument();
  expect(asked.at(-1)).toContain('"at": 1502709956288000110}');
  const words = screen.getByRole("group", { name: "Words for a status" });
  await user.click(within(words).getByRole("button", { name: "Add a word" }));
  await user.type(within(words).getByRole("textbox"), "broken");
  await user.click(screen.getByRole("button", { name: "Save mapping" }));
  await waitFor(() =>
    expect(saved).toEqual([
      expect.objectContaining({
        mapping: { title: "name", status: "state", status_words: { broken: "firing" } },
      }),
    ]),
  );
});
