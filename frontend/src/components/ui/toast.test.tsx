import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Toaster, toast } from "@/components/ui/toast";

it("good news gives way to what comes after it; a failure, and what can be taken back, stays", () => {
  render(<Toaster />);
  act(() => {
    toast("You command INC-117.");
    toast("Saving failed.", { tone: "bad" });
    toast("Moved to Done.", { action: { label: "Undo", run: () => undefined } });
    toast("INC-117 is resolved.");
  });
  expect(screen.queryByText("You command INC-117.")).toBeNull();
  expect(screen.getByText("Saving failed.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  expect(screen.getByText("INC-117 is resolved.")).toBeVisible();
});
