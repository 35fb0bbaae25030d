import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { filtersOf, type LibraryAddress } from './address.ts';
import { Collections } from './collections.tsx';
import { sidebarMessages } from './messages.ts';
import { NameDialog } from './name-dialog.tsx';
import { useSavedSearches, writeSearches, type SavedSearch } from './saved-searches.ts';
import { Tags } from './tags.tsx';
import { EXACTLY } from './current-link.ts';

/** The parts of the library: usual lists, collections, tags and saved searches. */
export function Sidebar({ address }: { readonly address: LibraryAddress }) {
  const t = useMessages(sidebarMessages);
  const parts: readonly (readonly [string, LibraryAddress])[] = [
    [t.all, {}],
    [t.unread, { reading_state: 'unread' }],
    [t.reading, { reading_state: 'reading' }],
    [t.starred, { is_starred: 'true' }],
    [t.withNotes, { has_notes: 'true' }],
    [t.unfiled, { has_collections: 'false' }],
    [t.failed, { has_failed: 'true' }],
    [t.trash, { in_trash: 'true' }],
  ];
  return (
    <nav className="library-sidebar" aria-label={t.parts}>
      <ul className="tree">
        {parts.map(([name, part]) => (
          <li key={name} className="item">
            <Link
              to="/library"
              search={part}
              className="entry"
              activeOptions={EXACTLY}
              aria-current={isSame(part, address) ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
        <li className="item">
          <Link to="/duplicates" className="entry">
            {t.duplicates}
          </Link>
        </li>
      </ul>
      <Collections address={address} />
      <Tags address={address} />
      <SavedSearches address={address} />
    </nav>
  );
}

/** Whether two addresses show the same papers, in whatever order. */
function isSame(one: LibraryAddress, other: LibraryAddress): boolean {
  const key = (address: LibraryAddress) =>
    JSON.stringify([address.in_trash, Object.entries(filtersOf(address)).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return key(one) === key(other);
}

function SavedSearches({ address }: { readonly address: LibraryAddress }) {
  const t = useMessages(sidebarMessages);
  const searches = useSavedSearches();
  const [isNaming, setNaming] = useState(false);
  const isFiltered = Object.keys(address).length > 0;
  const forget = ({ name }: SavedSearch) => {
    writeSearches(searches.filter((one) => one.name !== name));
    tellDone(t.forgotten(name), () => writeSearches(searches));
  };
  return (
    <section aria-label={t.saved}>
      <h2>{t.saved}</h2>
      {searches.length === 0 ? <p className="muted small">{t.noneSaved}</p> : null}
      <ul className="tree">
        {searches.map((search) => (
          <li key={search.name} className="item">
            <Link
              to="/library"
              search={search.address}
              className="entry"
              activeOptions={EXACTLY}
              aria-current={isSame(search.address, address) ? 'page' : undefined}
            >
              <span className="clipped">{search.name}</span>
            </Link>
            <Button kind="quiet" iconOnly aria-label={t.forget(search.name)} onClick={() => forget(search)}>
              <X size={14} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button disabled={!isFiltered} onClick={() => setNaming(true)}>
        {t.saveThis}
      </Button>
      {isNaming ? (
        <NameDialog
          title={t.saveTitle}
          confirm={t.save}
          onName={(name) => writeSearches([...searches.filter((one) => one.name !== name), { name, address }])}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </section>
  );
}
