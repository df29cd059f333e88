import { expect, it } from "vitest";
import { changedFields, editOf, editValuesOf } from "@/features/incident/edit-fields";
import { incidentRecord } from "@/testing/records";

const before = editValuesOf(incidentRecord({ version: "1.0" }));

it("sends changed fields alone", () =>
  expect(editOf(before, { ...before, title: "Renamed" })).toEqual({ title: "Renamed" }));

it("clears an optional field that was emptied", () =>
  expect(editOf(before, { ...before, version: "" })).toEqual({ version: null }));

it("leaves a blank title to the server to refuse", () =>
  expect(editOf(before, { ...before, title: " " })).toEqual({ title: " " }));

it("finds nothing changed where nothing was", () => expect(changedFields(before, { ...before })).toEqual([]));
