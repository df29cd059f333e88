import { EyeOff, FileX } from "lucide-react";
import type { DeliveryWithText } from "@/api/deliveries";
import { Disclosure } from "@/components/ui/disclosure";
import { Panel } from "@/components/ui/panel";
import { RedactedText } from "@/features/deliveries/redacted-text";
import { prettyJson } from "@/lib/json-text";
import { counted, spoken } from "@/lib/text";

const DAY_MS = 86_400_000;

/** What is said where the body was. */
function RemovedBody({ delivery, at }: { delivery: DeliveryWithText; at: string }) {
  const days = Math.floor((Date.parse(at) - Date.parse(delivery.received_at)) / DAY_MS);
  return (
    <Panel
      title="Body as stored"
      aside={<span className="tabular text-xs text-muted">{counted(delivery.size, "byte")} as received</span>}
    >
      <p className="flex items-start gap-2 text-sm text-soft">
        <FileX className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="max-w-[75ch]">
          The body was removed after {counted(days, "day")}: bodies are not kept for ever. What it told stays.
          It cannot be replayed.
        </span>
      </p>
    </Panel>
  );
}

const FORMS = { json: "JSON", form: "form fields", text: "text that could not be decoded" } as const;

/** The body as it was stored, with every place marked from which something was taken. */
export function BodyPanel({ delivery }: { delivery: DeliveryWithText }) {
  const { body, body_removed_at, bodyText, form, redactions, size } = delivery;
  if (body_removed_at) return <RemovedBody delivery={delivery} at={body_removed_at} />;
  const text = form === "text" && typeof body === "string" ? body : prettyJson(bodyText);
  return (
    <Panel
      title="Body as stored"
      aside={
        <span className="tabular text-xs text-muted">
          {FORMS[form]} · {size.toLocaleString("en")} bytes as received
        </span>
      }
    >
      <div className="space-y-3">
        <p className="flex items-start gap-2 text-sm text-soft">
          <EyeOff className="mt-0.5 size-4 shrink-0" aria-hidden />
          {redactions.length > 0
            ? `${counted(redactions.length, "value was", "values were")} taken out before this was stored; they are nowhere else.`
            : "Nothing had to be taken out of it."}
        </p>
        {redactions.length > 0 && (
          <Disclosure summary="What was taken out, and by which rule">
            <table aria-label="Redactions" className="w-full text-xs">
              <thead>
                <tr className="text-start text-muted">
                  <th scope="col" className="py-1 pr-3 text-start font-medium">
                    Where
                  </th>
                  <th scope="col" className="py-1 text-start font-medium">
                    Rule
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {redactions.map(({ path, rule }, at) => (
                  <tr key={at}>
                    <td className="py-1 pr-3 font-mono wrap-anywhere">{path || "(the whole text)"}</td>
                    <td className="py-1">{spoken(rule)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Disclosure>
        )}
        <RedactedText label="Body of the delivery" text={text} />
      </div>
    </Panel>
  );
}
