import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deliveryPagesQuery, deliveryQuery } from "@/api/deliveries";
import type { DeliverySummary, Integration } from "@/api/types";
import { DELIVERY_STATES } from "@/components/alerts/labels";
import { Field, Select, TextArea } from "@/components/ui/field";
import { prettyJson } from "@/lib/json-text";

type MappingSampleProps = {
  integration: Integration;
  from: string | undefined;
  value: string;
  fault: string | null;
  onChange: (sample: string) => void;
};

/** The body that the mapping is tried on: pasted, or that of a delivery as it was stored. */
export function MappingSample({ integration, from, value, fault, onChange }: MappingSampleProps) {
  const [chosen, setChosen] = useState(from ?? "");
  const [taken, setTaken] = useState("");
  const deliveries = useInfiniteQuery(deliveryPagesQuery({ integration: integration.id }));
  const delivery = useQuery({ ...deliveryQuery(chosen), enabled: chosen !== "", refetchInterval: false });
  if (delivery.data && delivery.data.id === chosen && taken !== chosen) {
    setTaken(chosen);
    onChange(delivery.data.form === "text" ? String(delivery.data.body) : prettyJson(delivery.data.bodyText));
  }
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="space-y-3">
      <Field
        label="Take a delivery's body"
        required
        hint={items.length === 0 ? "Nothing has come in yet: paste a body below." : undefined}
      >
        {({ required: _, ...props }) => (
          <Select
            {...props}
            value={chosen}
            options={[
              ["", "Choose one…"],
              ...items.map(optionOf),
              ...(chosen && !items.some(({ id }) => id === chosen) ? [[chosen, chosen] as const] : []),
            ]}
            onChange={(event) => {
              setTaken("");
              setChosen(event.target.value);
            }}
          />
        )}
      </Field>
      <Field
        label="Sample body"
        required
        error={fault}
        hint="JSON as the tool sends it. It is tried, not stored."
      >
        {({ required: _, ...props }) => (
          <TextArea
            {...props}
            rows={16}
            dir="ltr"
            spellCheck={false}
            className="font-mono text-xs"
            placeholder='{"id": "17", "name": "Disk is full", "state": "broken"}'
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

function optionOf({ id, state, received_at }: DeliverySummary): readonly [string, string] {
  const at = received_at.slice(0, 16).replace("T", " ");
  return [id, `${id} · ${DELIVERY_STATES[state].word.toLowerCase()} · ${at} UTC`];
}
