import type { SavedSearch } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api.ts';
import { searchesQuery } from '../../queries/library.ts';
import { useAction } from '../../use-action.ts';
import { addressOfOrder, isSameList, orderOf, type LibraryAddress } from './address.ts';
import { EXACTLY } from './current-link.ts';
import { sidebarMessages } from './messages.ts';
import { NameDialog } from './name-dialog.tsx';

export function SavedSearches({ address }: { readonly address: LibraryAddress }) {
  const t = useMessages(sidebarMessages);
  const { data: searches = [] } = useQuery(searchesQuery);
  const action = useAction();
  const [isNaming, setNaming] = useState(false);
  const isFiltered = Object.keys(address).length > 0;
  const save = (name: string) =>
    action.mutate(async () => {
      await api.post('/api/library/searches', { body: { name, search: orderOf(address) } });
      return { told: t.searchSaved(name) };
    });
  return (
    <section aria-label={t.saved}>
      <h2>{t.saved}</h2>
      {searches.length === 0 ? <p className="muted small">{t.noneSaved}</p> : null}
      <ul className="tree">
        {searches.map((search, place) => (
          <SearchItem key={search.id} search={search} place={place} address={address} />
        ))}
      </ul>
      <Button isBlocked={!isFiltered} onClick={() => setNaming(true)}>
        {t.saveThis}
      </Button>
      {isNaming ? (
        <NameDialog title={t.saveTitle} confirm={t.save} onName={save} onClose={() => setNaming(false)} />
      ) : null}
    </section>
  );
}

interface SearchItemProps {
  readonly search: SavedSearch;
  readonly place: number;
  readonly address: LibraryAddress;
}

function SearchItem({ search, place, address }: SearchItemProps) {
  const t = useMessages(sidebarMessages);
  const action = useAction();
  const { id, name, paper_count: count } = search;
  const own = addressOfOrder(search.search);
  const params = { id: String(id) };
  const forget = () =>
    action.mutate(async () => {
      await api.delete('/api/library/searches/{id}', { params });
      const again = { name, search: search.search, position: place };
      return { told: t.forgotten(name), undo: async () => await api.post('/api/library/searches', { body: again }) };
    });
  const moveUp = () =>
    action.mutate(async () => {
      await api.patch('/api/library/searches/{id}', { params, body: { position: place - 1 } });
      return {};
    });
  return (
    <li className="item">
      <Link
        to="/library"
        search={own}
        className="entry"
        activeOptions={EXACTLY}
        aria-current={isSameList(own, address) ? 'page' : undefined}
      >
        <span className="clipped">{name}</span> <span className="muted small">{count}</span>
      </Link>
      {place === 0 ? null : (
        <Button kind="quiet" iconOnly aria-label={t.earlier(name)} onClick={moveUp}>
          <ArrowUp size={14} aria-hidden />
        </Button>
      )}
      <Button kind="quiet" iconOnly aria-label={t.forget(name)} onClick={forget}>
        <X size={14} aria-hidden />
      </Button>
    </li>
  );
}
