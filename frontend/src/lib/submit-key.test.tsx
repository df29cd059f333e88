import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Button } from "@/components/ui/button";
import { submitOnKey } from "@/lib/submit-key";

function formOf(onSend: () => void, busy: boolean) {
  return (
    <form
      onKeyDown={submitOnKey}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <textarea aria-label="Text" />
      <Button type="submit" busy={busy}>
        Send
      </Button>
    </form>
  );
}

it("sends by Ctrl+Enter, and not a second time while the first is on its way", async () => {
  const sent: string[] = [];
  const { rerender } = render(formOf(() => sent.push("first"), false));
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText("Text"), "x{Control>}{Enter}{/Control}");
  expect(sent).toEqual(["first"]);

  rerender(formOf(() => sent.push("second"), true));
  await user.type(screen.getByLabelText("Text"), "{Control>}{Enter}{/Control}");
  expect(sent).toEqual(["first"]);
});
