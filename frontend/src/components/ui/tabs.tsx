import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

type TabItem<T extends string> = { value: T; label: string; content: ReactNode };

type TabsProps<T extends string> = {
  label: string;
  value: T;
  items: readonly TabItem<T>[];
  onChange: (value: T) => void;
};

export function Tabs<T extends string>({ label, value, items, onChange }: TabsProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="pt-5 focus-visible:outline-offset-4">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
