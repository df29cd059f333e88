import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Markdown } from "@/components/ui/markdown";

it("shows HTML as text, links without their scripts, and images as their address", async () => {
  const text =
    "# Title\n\n<script>x</script>\n\n[bad](javascript:x) [good](https://example.com)\n\n![pixel](https://evil.example/p.png)\n\n- [x] done";
  const { container } = render(<Markdown text={text} />);
  expect(await screen.findByRole("heading", { name: "Title" })).toBeInTheDocument();
  expect(container.querySelector("script, img, iframe")).toBeNull();
  expect(container).toHaveTextContent("https://evil.example/p.png");
  expect(screen.getByText("bad").getAttribute("href") ?? "").not.toContain("javascript");
  expect(screen.getByRole("link", { name: "good" })).toHaveAttribute("rel", "noopener noreferrer nofollow");
  expect(screen.getByRole("checkbox", { name: "Done" })).toBeChecked();
});
