import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { deliveryRecord, deliverySummary } from "@/testing/alert-records";
import { openConsole } from "@/testing/render";
import { pageOf, server } from "@/testing/server";

it("a body is shown digit by digit, with what was taken out marked and listed", async () => {
  const { body: _, ...rest } = deliveryRecord({ redactions: [{ path: "user.email", rule: "email" }] });
  const text = JSON.stringify(rest).replace(
    /}$/,
    ',"body":{"at":1502709956288000110,"to":"[redacted: email]"}}',
  );
  server.use(
    http.get("*/api/v1/deliveries/DLV-12", () =>
      HttpResponse.text(text, { headers: { "Content-Type": "application/json" } }),
    ),
  );
  openConsole("/alerts/deliveries/DLV-12");
  const body = await screen.findByRole("region", { name: "Body of the delivery" });
  expect(body).toHaveTextContent('"at": 1502709956288000110');
  expect(within(body).getByText("[redacted: email]").tagName).toBe("MARK");
  expect(screen.getByRole("table", { name: "Redactions" })).toHaveTextContent("user.email");
});

it("a body that was removed says after how long, and there is nothing to replay", async () => {
  const removed = deliveryRecord({
    received_at: "2026-08-01T10:00:00.000Z",
    body_removed_at: "2026-10-30T10:20:00.000Z",
    body: null,
    state: "ignored",
    kind: "expired",
  });
  server.use(http.get("*/api/v1/deliveries/DLV-12", () => HttpResponse.json(removed)));
  openConsole("/alerts/deliveries/DLV-12");
  expect(await screen.findByText(/The body was removed after 90 days/)).toBeInTheDocument();
  expect(screen.getByText(/nobody replayed it while its body was kept/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Replay" })).not.toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Body of the delivery" })).not.toBeInTheDocument();
});

it("the link of a handshake is text until a person says that it is meant", async () => {
  const href = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription";
  server.use(
    http.get("*/api/v1/deliveries/DLV-12", () =>
      HttpResponse.json(
        deliveryRecord({ state: "ignored", kind: "subscription_confirmation", confirm_url: href }),
      ),
    ),
  );
  const { user } = openConsole("/alerts/deliveries/DLV-12");
  const handshake = await screen.findByRole("region", { name: "Confirm the subscription" });
  expect(within(handshake).queryByRole("link")).not.toBeInTheDocument();
  await user.click(within(handshake).getByRole("button", { name: "Yes, let me open it" }));
  expect(within(handshake).getByRole("link")).toHaveAttribute("rel", "noopener noreferrer");
});

it("everything in quarantine is replayed, and what was begun is said", async () => {
  const quarantined = deliverySummary({ state: "quarantined", reason: "It is no event.", alerts_told: 0 });
  server.use(
    http.get("*/api/v1/deliveries", () => HttpResponse.json({ ...pageOf([quarantined]), total: 3 })),
    http.post("*/api/v1/deliveries/replay", () => HttpResponse.json({ replayed: 3, more: false })),
  );
  const { user } = openConsole("/alerts/deliveries?state=quarantined");
  expect(await screen.findByText("It is no event.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Replay all in quarantine" }));
  expect(await screen.findByText(/^3 deliveries are being read again\./)).toBeInTheDocument();
});
