import { useMutation, useQueryClient } from "@tanstack/react-query";
import { editIntegration, integrationKeys, integrationQuery } from "@/api/integrations";
import type { Integration } from "@/api/types";
import { mappingOf } from "@/features/integrations/mapping-draft";
import { draftFrom, type MappingTexts, versionOf } from "@/features/integrations/mapping-texts";
import { OvertakenEdit, useEditDraft } from "@/lib/edit-draft";

type BuiltIn = Record<string, unknown> | null;

/**
 * A mapping under way, kept as a draft until it is saved. It has no revision, so saving looks at the mapping as it
 * stands first: what others changed is taken over, and where both changed the same, `isOvertaken` holds instead.
 */
export function useMappingEdit({ id, mapping }: Integration, builtIn: BuiltIn, onSaved: () => void) {
  const client = useQueryClient();
  const standing = (own: Integration["mapping"]) => versionOf(own ?? builtIn);
  const edit = useEditDraft(`mapping.${id}`, standing(mapping));
  const take = (changed: Integration) => client.setQueryData(integrationKeys.one(id), changed);
  const onSettled = () => client.invalidateQueries({ queryKey: integrationKeys.all });
  const save = useMutation({
    mutationFn: async () => {
      const newest = await client.fetchQuery({ ...integrationQuery(id), staleTime: 0 });
      const { values } = edit.over(standing(newest.mapping));
      const saved = await editIntegration(id, { mapping: mappingOf(draftFrom(values)) });
      edit.accepted(values, standing(saved.mapping));
      return saved;
    },
    onSuccess: (saved) => {
      take(saved);
      onSaved();
    },
    onSettled,
  });
  const reset = useMutation({
    mutationFn: () => editIntegration(id, { mapping: null }),
    onSuccess: (saved) => {
      take(saved);
      edit.accepted(edit.values, standing(saved.mapping));
    },
    onSettled,
  });
  return {
    edit,
    draft: draftFrom(edit.values),
    fill: (texts: MappingTexts) => edit.fill(texts),
    save,
    reset,
    isOvertaken: save.error instanceof OvertakenEdit,
  };
}
