import { useNavigate } from "@tanstack/react-router";
import { beginPostmortem } from "@/api/postmortems";
import { useDrafting } from "@/features/postmortem/use-drafting";
import { usePostmortemChange } from "@/features/postmortem/use-postmortem-change";

/** Begins the postmortem and opens it, a draft from the record under way: an empty page is harder to begin with. */
export function useBegin(id: string) {
  const navigate = useNavigate();
  const { draft } = useDrafting(id);
  return usePostmortemChange("Beginning the postmortem", () => beginPostmortem(id), {
    onSaved: () => {
      draft();
      void navigate({ to: "/incidents/$id/postmortem", params: { id } });
    },
  });
}
