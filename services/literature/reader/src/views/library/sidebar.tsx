import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import { isSameList, type LibraryAddress } from './address.ts';
import { Collections } from './collections.tsx';
import { sidebarMessages } from './messages.ts';
import { SavedSearches } from './saved-searches.tsx';
import { Tags } from './tags.tsx';
import { EXACTLY } from './current-link.ts';

/** Shows the fixed lists, collections, tags and saved searches. */
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
              aria-current={isSameList(part, address) ? 'page' : undefined}
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
        <li className="item">
          <Link to="/graph" search={address} className="entry">
            {t.graph}
          </Link>
        </li>
      </ul>
      <Collections address={address} />
      <Tags address={address} />
      <SavedSearches address={address} />
    </nav>
  );
}
