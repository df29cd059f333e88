import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { incidentRecord } from "@/testing/records";
import { openConsole } from "@/testing/render";
import { pageOf, server, serverHolds } from "@/testing/server";

it("an incident opened from the list shows its heading before it has answered, and keeps the focus there", async () => {
  const incident = incidentRecord({ status: "resolved", resolved_at: "2026-03-01T13:00:00.000Z" });
  serverHolds(incident);
  let answer = () => {};
  const asked = new Promise<void>((done) => {
    answer = done;
  });
  server.use(
    http.get("*/api/v1/incidents", () => HttpResponse.json({ ...pageOf([incident]), total: 1 })),
    http.get(`*/api/v1/incidents/${incident.id}`, async () => {
      await asked;
      return HttpResponse.json(incident);
    }),
  );
  const { user } = openConsole("/incidents");
  await user.click(await screen.findByRole("link", { name: incident.title }));
  const early = await screen.findByRole("heading", { level: 1, name: incident.title });
  await waitFor(() => expect(early).toHaveFocus());
  expect(screen.queryByRole("heading", { name: "Timeline" })).not.toBeInTheDocument();

  answer();
  await screen.findByRole("heading", { name: "Timeline" });
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: incident.title })).toHaveFocus());
});
