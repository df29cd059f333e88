import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { openConsole } from "@/testing/render";
import { pageOf, problem, server } from "@/testing/server";

it("says on the page that the server does not answer, and keeps the page", async () => {
  server.use(http.get("*/api/v1/memory/status", () => HttpResponse.error()));
  openConsole("/");
  expect(await screen.findByText("The MemoryOps server does not answer")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Dashboard" })).toBeInTheDocument();
});

it("shows why memory does not answer, always in sight", async () => {
  server.use(
    http.get("*/api/v1/memory/status", () =>
      HttpResponse.json({ status: "unavailable", reason: "starting", documents: {} }),
    ),
  );
  openConsole("/");
  const [indicator] = await screen.findAllByRole("link", { name: "Memory: starting. Open Status." });
  expect(indicator).toBeVisible();
});

it("does not call memory ready while the server does not answer", async () => {
  server.use(http.get("*/api/v1/events", () => HttpResponse.error()));
  openConsole("/");
  const told = { name: "Memory: unknown. Open Status." };
  expect(await screen.findAllByRole("link", told, { timeout: 6_000 })).not.toHaveLength(0);
});

it("moves focus to the heading of the page it goes to", async () => {
  const { user } = openConsole("/");
  const [link] = await screen.findAllByRole("link", { name: "Declare" });
  if (!link) throw new Error("no link");
  await user.click(link);
  await waitFor(() => expect(screen.getByRole("heading", { name: "Declare an incident" })).toHaveFocus());
});

it("offers to restore an incident that is not there any more", async () => {
  server.use(
    http.get("*/api/v1/incidents/INC-9", () => problem(404, "not-found")),
    http.get("*/api/v1/incidents/INC-9/timeline", () => problem(404, "not-found")),
  );
  openConsole("/incidents/INC-9");
  expect(await screen.findByRole("button", { name: "Restore INC-9" })).toBeEnabled();
});

it("begins a dialog in its field, so that a space in a name closes nothing", async () => {
  const { user } = openConsole("/");
  await user.click(await screen.findByRole("button", { name: "Your name" }));
  const dialog = await screen.findByRole("dialog", { name: "Who are you?" });
  await waitFor(() => expect(screen.getByRole("textbox", { name: /Your name/ })).toHaveFocus());
  await user.keyboard(" King");
  expect(dialog).toBeVisible();
  expect(screen.getByRole("textbox", { name: /Your name/ })).toHaveValue("Ada Lovelace King");
});

it("opens the list of keys at its beginning, not at the switches that stand below it", async () => {
  const { user } = openConsole("/");
  await screen.findByRole("heading", { name: "Dashboard" });
  await user.keyboard("?");
  await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  await waitFor(() => expect(screen.getByRole("button", { name: "Close" })).toHaveFocus());
});

it("hands words that fit no incident over to the search of all that people wrote", async () => {
  server.use(
    http.get("*/api/v1/search", () => HttpResponse.json(pageOf([]))),
    http.get("*/api/v1/saved-searches", () => HttpResponse.json(pageOf([]))),
  );
  const { user } = openConsole("/");
  await screen.findByRole("heading", { name: "Dashboard" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "80 percent");
  expect(await screen.findByText("No incident and no page by these words.")).toBeVisible();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("searchbox", { name: /Search everything/ })).toHaveValue("80 percent");
});
