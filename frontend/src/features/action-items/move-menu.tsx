import { ArrowRightLeft } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import type { ActionItemState, ActionItemSummary } from "@/api/types";
import { buttonClass } from "@/components/ui/button";
import { WontDoDialog } from "@/features/action-items/wont-do-dialog";
import { MOVES, STATES } from "@/features/action-items/words";

type MoveMenuProps = {
  item: ActionItemSummary;
  onMove: (to: ActionItemState, reason?: string) => Promise<boolean>;
  labelled?: boolean;
};

const ENTRY =
  "flex h-9 cursor-default items-center gap-2 rounded-sm px-2 text-sm data-[highlighted]:bg-raised max-sm:h-11";

/** Every move that an item can make, by keyboard, mouse or thumb. */
export function MoveMenu({ item, onMove, labelled = false }: MoveMenuProps) {
  const [refusing, setRefusing] = useState(false);
  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger
          aria-label={`Move ${item.id}`}
          className={labelled ? buttonClass() : buttonClass("quiet", "sm")}
        >
          <ArrowRightLeft aria-hidden /> {labelled && "Move"}
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <div>
            {/* A press beside the menu closes it, and does nothing else. */}
            <div className="pointer-events-auto fixed inset-0 z-30" />
            <DropdownMenu.Content
              align="end"
              sideOffset={4}
              className="z-40 min-w-40 rounded-md border border-line bg-surface p-1 shadow-2xl"
            >
              {MOVES[item.state].map((to) => {
                const { word, icon: Icon } = STATES[to];
                return (
                  <DropdownMenu.Item
                    key={to}
                    className={ENTRY}
                    onSelect={() => (to === "wont_do" ? setRefusing(true) : void onMove(to))}
                  >
                    <Icon className="size-4 text-muted" aria-hidden /> {word}
                    {to === "wont_do" && "…"}
                  </DropdownMenu.Item>
                );
              })}
            </DropdownMenu.Content>
          </div>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {refusing && (
        <WontDoDialog
          item={item}
          onClose={() => setRefusing(false)}
          onGiven={(reason) => onMove("wont_do", reason)}
        />
      )}
    </>
  );
}
