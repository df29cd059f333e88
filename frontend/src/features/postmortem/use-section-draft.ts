import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { postmortemKeys, saveSection, tellEditing } from "@/api/postmortems";
import { ApiProblem } from "@/api/problem";
import type { Postmortem, PostmortemSection } from "@/api/types";
import {
  acceptDraft,
  acceptedOver,
  type Conflict,
  conflictOf,
  type Draft,
  keepDraft,
  readDraft,
  saveStateOf,
} from "@/features/postmortem/section-draft";

const SAVE_AFTER_MS = 1_000;
const TRY_AGAIN_MS = 4_000;
const TELL_EVERY_MS = 15_000;

/**
 * A section as it is typed: saved by itself a second after the last key, kept in this browser until the server has it.
 * While nothing is typed, what others save appears. When somebody was quicker, saving stops until words are chosen.
 */
export function useSectionDraft(incidentId: string, section: PostmortemSection) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(incidentId, section.key));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const toldAt = useRef(0);

  useEffect(() => keepDraft(incidentId, section.key, draft), [incidentId, section.key, draft]);

  const save = useMutation({
    mutationFn: async (sent: Draft) => {
      const { text, base, settles = false } = sent;
      const postmortem = await saveSection(incidentId, section.key, base, text, settles);
      // Also where this section is shown no more: what the server has must not come back as unsaved.
      acceptDraft(incidentId, section.key, sent, standing(postmortem, section.key));
      return postmortem;
    },
    // Offline is told by the failure at once, not by a mutation that silently waits.
    networkMode: "always",
    onSuccess: (postmortem, sent) => {
      // A read that began before this save would bring back what stood there then.
      void client.cancelQueries({ queryKey: postmortemKeys.one(incidentId), exact: true });
      client.setQueryData(postmortemKeys.one(incidentId), postmortem);
      setSavedAt(new Date());
      setConflict(null);
      setDraft((now) => acceptedOver(now, sent, standing(postmortem, section.key)));
    },
    onError: (error, sent) => {
      setConflict(conflictOf(error, sent));
      // It was published meanwhile: what shows that, and keeps the words in sight, is read again.
      if (error instanceof ApiProblem && error.status === 409)
        void client.invalidateQueries({ queryKey: postmortemKeys.one(incidentId), exact: true });
    },
  });
  const { mutate, isPending, error, variables } = save;

  const isDirty = draft !== null && draft.text !== section.text;
  const state = saveStateOf({ isDirty, isSaving: isPending, conflict, error });
  const isRefused = state === "refused" && variables?.text === draft?.text;
  const delay = error ? TRY_AGAIN_MS : SAVE_AFTER_MS;

  useEffect(() => {
    if (draft === null || !isDirty || conflict !== null || isPending || isRefused) return;
    const timer = setTimeout(() => mutate(draft), delay);
    const now = () => mutate(draft);
    window.addEventListener("online", now);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", now);
    };
  }, [draft, isDirty, conflict, isPending, isRefused, delay, mutate]);

  const unsent = useRef<Draft | null>(null);
  useEffect(() => {
    unsent.current = isDirty && conflict === null && !isPending && !isRefused ? draft : null;
  });
  // Whoever leaves within the pause before saving has written it all the same.
  useEffect(
    () => () => {
      if (unsent.current !== null) mutate(unsent.current);
    },
    [mutate],
  );

  // What the server has by now is no draft: the next that others save is to appear.
  if (draft !== null && !isDirty && !isPending) setDraft(null);

  const type = (text: string) => {
    setDraft(draft ? { ...draft, text } : { text, base: section.revision, from: section.text });
    if (Date.now() - toldAt.current > TELL_EVERY_MS) {
      toldAt.current = Date.now();
      tellEditing(incidentId, section.key).catch(() => undefined);
    }
  };
  const settle = (text: string) => {
    if (conflict === null) return;
    const chosen = { text, base: conflict.theirs.revision, from: conflict.theirs.text, settles: true };
    setDraft(chosen);
    mutate(chosen);
  };
  const takeTheirs = () => {
    setDraft(null);
    setConflict(null);
    void client.invalidateQueries({ queryKey: postmortemKeys.one(incidentId) });
  };
  return { text: draft?.text ?? section.text, type, state, error, savedAt, conflict, settle, takeTheirs };
}

/** How the section stands with the server. */
function standing({ sections }: Postmortem, key: string): { text: string; revision: number } {
  return sections.find((section) => section.key === key) ?? { text: "", revision: 0 };
}
