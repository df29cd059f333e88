import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TimelineItem } from "@/api/types";
import { TimelineList } from "@/features/timeline/timeline-list";
import type { EntryChanges } from "@/features/timeline/use-entry-changes";
import { timelineItem } from "@/testing/timeline-records";

function entries(count: number): TimelineItem[] {
  return Array.from({ length: count }, (_, at) => timelineItem({ id: `record-${at}` }));
}

function listOf(items: TimelineItem[], isWhole: boolean) {
  return (
    <TimelineList
      incidentId="INC-1"
      items={items}
      isWhole={isWhole}
      declaredAt={null}
      zone="UTC"
      other="UTC"
      target={null}
      onReading={() => {}}
      changes={{} as EntryChanges}
      editing={null}
      isEditedGone={false}
      onEdit={() => {}}
      onHistory={() => {}}
    />
  );
}

it.each([
  ["the older part of a long timeline comes", 150, false, 420],
  ["a timeline becomes long", 150, true, 151],
  ["what is shown becomes less", 420, true, 3],
])("keeps the focus of whoever is in the list when %s", (_, before, isWhole, after) => {
  const { rerender } = render(listOf(entries(before), isWhole));
  const list = screen.getByRole("list");
  list.focus();
  rerender(listOf(entries(after), true));
  expect(screen.getByRole("list")).toBe(list);
  expect(list).toHaveFocus();
});
