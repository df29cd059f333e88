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

it("shows pictures that this server keeps, and no other, however the address is written", async () => {
  const own = `/api/v1/incidents/INC-1/images/${"a".repeat(32)}`;
  const foreign = [
    "//evil.example/p.png",
    "/api/v1/incidents/INC-1/images/../../../session",
    `https://evil.example${own}`,
    "data:image/png;base64,AA",
    `/\\evil.example${own}`,
  ];
  const text = [own, ...foreign].map((src, at) => `![picture ${at}](${src})`).join("\n\n");
  const { container } = render(
    <Markdown text={`${text}\n\n[here](/incidents/INC-1) [mail](mailto:a@b.example)`} />,
  );
  expect(await screen.findByRole("img", { name: "picture 0" })).toHaveAttribute("src", own);
  expect(container.querySelectorAll("img")).toHaveLength(1);
  expect(screen.getByText("here").closest("a")).toBeNull();
  expect(screen.getByRole("link", { name: "mail" })).toBeInTheDocument();
});
