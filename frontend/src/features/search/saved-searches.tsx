import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useNews } from "@/api/live";
import { describeProblem } from "@/api/problem";
import {
  removeSavedSearch,
  type SearchFilters,
  savedSearchesQuery,
  saveSearch,
  searchKeys,
} from "@/api/search";
import type { SavedSearch } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { ProblemNote } from "@/components/ui/problem-note";
import { toast } from "@/components/ui/toast";
import { addressOf } from "@/features/search/search-address";
import { WORDS } from "@/features/search/words";

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
            <Saved key={one.id} saved={one} onRemove={() => removing.mutate(one.id)} />
          ))}
        </ul>
        {filters.q && <SaveForm key={filters.q} filters={filters} onSaved={refresh} />}
      </div>
    </Panel>
  );
}

function Saved({ saved, onRemove }: { saved: SavedSearch; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-2">
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
        aria-label={`Remove the saved search ${saved.name}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}

function SaveForm({ filters, onSaved }: { filters: SearchFilters; onSaved: () => unknown }) {
  const [name, setName] = useState("");
  const saving = useMutation({
    mutationFn: (sent: string) => saveSearch(sent.trim(), filters),
    onSuccess: (_, sent) => {
      setName((now) => (now === sent ? "" : now));
      void onSaved();
    },
  });
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && !saving.isPending) saving.mutate(name);
      }}
    >
      <Field
        label={`${WORDS.save} as`}
        required
        className="min-w-40 flex-1"
        error={saving.error ? describeProblem(saving.error).title : null}
      >
        {({ required: _, ...control }) => (
          <Input
            {...control}
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={saving.isPending}>
        Save
      </Button>
    </form>
  );
}
