import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNews } from "@/api/live";
import { describeProblem } from "@/api/problem";
import {
  removeSavedSearch,
  renameSavedSearch,
  type SearchFilters,
  savedSearchesQuery,
  saveSearch,
  searchKeys,
} from "@/api/search";
import type { SavedSearch } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { NameForm } from "@/features/search/name-form";
import { addressOf } from "@/features/search/search-address";
import { WORDS } from "@/features/search/words";
import { useDraft } from "@/lib/draft";
import { useEditDraft } from "@/lib/edit-draft";

const NAMELESS = { name: "" };

/** The workspace's searches by name, and the field that names the one at hand. */
export function SavedSearches({ filters }: { filters: SearchFilters }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: searchKeys.saved });
  useNews(({ kind }) => kind === "saved_searches" && void refresh());
  const saved = useQuery(savedSearchesQuery());
  const removing = useMutation({
    mutationFn: removeSavedSearch,
    onSuccess: refresh,
    onError: (error) => toast(`Removing failed: ${describeProblem(error).title}.`, { tone: "bad" }),
  });
  return (
    <Panel title={WORDS.saved}>
      <div className="space-y-3">
        {saved.error && <ProblemNote error={saved.error} doing="Loading saved searches" />}
        {saved.data?.items.length === 0 && <p className="text-sm text-muted">{WORDS.noneSaved}</p>}
        <ul className="space-y-1">
          {saved.data?.items.map((one) => (
            <Saved key={one.id} saved={one} onRemove={() => removing.mutate(one.id)} onChanged={refresh} />
          ))}
        </ul>
        {filters.q && <SaveForm key={filters.q} filters={filters} onSaved={refresh} />}
      </div>
    </Panel>
  );
}

type SavedProps = { saved: SavedSearch; onRemove: () => void; onChanged: () => unknown };

function Saved({ saved, onRemove, onChanged }: SavedProps) {
  const [renaming, setRenaming] = useState(false);
  if (renaming)
    return (
      <li>
        <RenameForm saved={saved} onChanged={onChanged} onClose={() => setRenaming(false)} />
      </li>
    );
  return (
    <li className="flex items-center gap-1">
      <Link to="/search" search={addressOf(saved)} className="min-w-0 flex-1 text-sm hover:underline">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {saved.name}
        </span>
        <span dir="auto" className="block text-xs text-muted wrap-anywhere">
          “{saved.filters.q}”, by {saved.made_by}
        </span>
      </Link>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Rename the saved search ${saved.name}`}
        onClick={() => setRenaming(true)}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Remove the saved search ${saved.name}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}

type RenameFormProps = { saved: SavedSearch; onChanged: () => unknown; onClose: () => void };

function RenameForm({ saved, onChanged, onClose }: RenameFormProps) {
  const standing = { values: { name: saved.name }, revision: 0 };
  const edit = useEditDraft(`saved-search.rename.${saved.id}`, standing);
  const renaming = useMutation({
    mutationFn: async (sent: { name: string }) => {
      const renamed = await renameSavedSearch({ id: saved.id, name: sent.name.trim() });
      edit.accepted(sent, { values: { name: renamed.name }, revision: 0 });
      return renamed;
    },
    onSuccess: onChanged,
  });
  return (
    <NameForm
      label={`New name of ${saved.name}`}
      submit="Rename"
      name={edit.values.name}
      onName={(name) => edit.set("name", name)}
      error={renaming.error}
      busy={renaming.isPending}
      autoFocus
      onSubmit={() => renaming.mutate(edit.values, { onSuccess: onClose })}
      onCancel={() => {
        edit.discard();
        onClose();
      }}
    />
  );
}

function SaveForm({ filters, onSaved }: { filters: SearchFilters; onSaved: () => unknown }) {
  const draft = useDraft(`saved-search.${filters.q}`, NAMELESS);
  const saving = useMutation({
    mutationFn: (sent: typeof NAMELESS) => saveSearch(sent.name.trim(), filters),
    onSuccess: (_, sent) => {
      draft.accepted(sent);
      void onSaved();
    },
  });
  return (
    <NameForm
      label={`${WORDS.save} as`}
      submit="Save"
      name={draft.values.name}
      onName={(name) => draft.set("name", name)}
      error={saving.error}
      busy={saving.isPending}
      onSubmit={() => saving.mutate(draft.values)}
    />
  );
}
