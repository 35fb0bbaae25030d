import type { LibrarySort } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { sortedBy, usualOrder, type LibraryAddress } from './address.ts';
import { libraryMessages } from './messages.ts';

export interface TableHeadProps {
  readonly address: LibraryAddress;
  readonly onChange: (address: LibraryAddress) => void;
}

/** Shows the column titles, which sort the list. */
export function TableHead(props: TableHeadProps) {
  const t = useMessages(libraryMessages);
  return (
    <div className="heads" role="rowgroup">
      <div className="line" role="row" aria-rowindex={1}>
        <div role="columnheader">
          <span className="unseen">{t.list}</span>
        </div>
        <Head {...props} title={t.starred} short="★" by="star" />
        <Head {...props} title={t.byTitle} by="title" />
        <Head {...props} title={t.year} by="year" isNumber />
        <Head {...props} title={t.journal} by="journal" />
        <Head {...props} title={t.citations} by="citations" isNumber />
        <Head {...props} title={t.reading_state} by="reading_state" />
        <div role="columnheader">{t.texts}</div>
        <Head {...props} title={props.address.in_trash === 'true' ? t.trashed : t.added} by="added" />
      </div>
    </div>
  );
}

interface HeadProps extends TableHeadProps {
  readonly title: string;
  readonly short?: string;
  readonly by: LibrarySort;
  readonly isNumber?: boolean;
}

function Head({ title, short = title, by, isNumber = false, address, onChange }: HeadProps) {
  const t = useMessages(libraryMessages);
  const { sort = 'added', order = usualOrder(sort) } = address;
  const isSorted = sort === by;
  return (
    <div
      role="columnheader"
      className={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? (order === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" aria-label={t.sortBy(title)} onClick={() => onChange(sortedBy(address, by))}>
        {short}
        {isSorted ? (order === 'desc' ? ' ↓' : ' ↑') : ''}
      </button>
    </div>
  );
}
