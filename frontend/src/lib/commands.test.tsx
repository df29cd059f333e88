import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { useCommand, useCommandKeys } from "@/lib/commands";

afterEach(() => window.history.replaceState(null, "", "/"));

function Keys() {
  useCommandKeys();
  return null;
}

function Note({ run }: { run: () => void }) {
  useCommand({ label: "Write a note", keyName: "note", run });
  return <textarea aria-label="Note" />;
}

function page() {
  const run = vi.fn();
  const { rerender } = render(<Keys />);
  const comes = () =>
    rerender(
      <>
        <Keys />
        <Note run={run} />
      </>,
    );
  return { run, comes };
}

test("a key pressed before its action is drawn is answered once, when it comes", async () => {
  const { run, comes } = page();
  await userEvent.keyboard("n");
  expect(run).not.toHaveBeenCalled();
  comes();
  comes();
  expect(run).toHaveBeenCalledOnce();
});

test("a key answers as soon as its action is drawn", async () => {
  const { run, comes } = page();
  comes();
  await userEvent.keyboard("n");
  expect(run).toHaveBeenCalledOnce();
});

test("an early key is forgotten when another one follows it", async () => {
  const { run, comes } = page();
  await userEvent.keyboard("n{Escape}");
  comes();
  expect(run).not.toHaveBeenCalled();
});

test("an early key is forgotten when something is pressed", async () => {
  const { run, comes } = page();
  await userEvent.keyboard("n");
  await userEvent.click(document.body);
  comes();
  expect(run).not.toHaveBeenCalled();
});

test("an early key is not answered by another page", async () => {
  const { run, comes } = page();
  await userEvent.keyboard("n");
  window.history.replaceState(null, "", "/incidents/INC-2");
  comes();
  expect(run).not.toHaveBeenCalled();
});

test("an early key is not answered long after it was pressed", async () => {
  const { run, comes } = page();
  await userEvent.keyboard("n");
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 5_001);
  comes();
  expect(run).not.toHaveBeenCalled();
});

test("an early key is not answered while somebody types", async () => {
  const { run, comes } = page();
  await userEvent.keyboard("n");
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  comes();
  expect(run).not.toHaveBeenCalled();
  field.remove();
});
