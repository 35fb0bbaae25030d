import type { LibraryPaper } from '@almagest/contracts/literature';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useShortcut } from '@almagest/ui/shortcuts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { codesQuery } from '../../queries/library.ts';
import { orderOf, type LibraryAddress } from './address.ts';
import { bibliographyMessages } from './bibliography-messages.ts';
import { LibraryFilters } from './library-filters.tsx';
import { useListLayout } from './list-layout.ts';
import { filterMessages, libraryMessages, sidebarMessages } from './messages.ts';
import { PaperPreview } from './paper-preview.tsx';
import { PaperTable } from './paper-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { ListChanged } from '../../list-changed.tsx';
import { useHeldList } from '../../use-held-list.ts';
import { usePaperActions } from './use-paper-actions.ts';
import { useSelection } from './use-selection.ts';
import { ViewOptions } from './view-options.tsx';
import { useWide } from '../../use-wide.ts';
import './library.css';

const route = getRouteApi('/library');

/** Lists the papers of the library. The address contains the filters and the order. */
export function LibraryView() {
  const t = useMessages(libraryMessages);
  const s = useMessages(sidebarMessages);
  const f = useMessages(filterMessages);
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const isWide = useWide();
  const main = useRef<HTMLDivElement>(null);
  usePageTitle(t.title);
  useShortcut('/', f.words, () => main.current?.querySelector('input')?.focus());
  const show = (next: LibraryAddress, replace = false) => void navigate({ search: next, replace });
  return (
    <div className="library">
      {isWide ? (
        <Sidebar address={address} />
      ) : (
        <details className="library-parts">
          <summary>{s.parts}</summary>
          <Sidebar address={address} />
        </details>
      )}
      <div className="library-main" ref={main}>
        <LibraryFilters title={address.in_trash === 'true' ? s.trash : t.title} address={address} onChange={show}>
          <Link to="/find" className={buttonClass()} title={f.findInTexts}>
            {f.findInTexts}
          </Link>
          <Link to="/add" className={buttonClass('primary')}>
            {t.toAdd}
          </Link>
        </LibraryFilters>
        <PaperList address={address} onChange={show} />
      </div>
    </div>
  );
}

interface PaperListProps {
  readonly address: LibraryAddress;
  readonly onChange: (address: LibraryAddress) => void;
}

function PaperList({ address, onChange }: PaperListProps) {
  const t = useMessages(libraryMessages);
  const order = orderOf(address);
  const query = useQuery({ ...codesQuery(order), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} loading={t.loading}>
      {(codes) => (
        <HeldList
          listKey={JSON.stringify(order)}
          fresh={query.isPlaceholderData ? undefined : codes}
          address={address}
          onChange={onChange}
        />
      )}
    </Loaded>
  );
}

interface HeldListProps extends PaperListProps {
  readonly listKey: string;
  readonly fresh: readonly string[] | undefined;
}

function HeldList({ listKey, fresh, address, onChange }: HeldListProps) {
  const t = useMessages(libraryMessages);
  const list = useHeldList(listKey, fresh);
  const codes = useMemo(() => list.shown ?? [], [list.shown]);
  const selection = useSelection(codes);
  const actions = usePaperActions();
  const isWide = useWide();
  const hasPreview = useListLayout().preview === 'shown' && isWide;
  const [active, setActive] = useState<LibraryPaper>();
  const { in_trash, sort: _, order: __, ...filters } = address;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <div className="row library-count">
        <p role="status">{isFiltered ? t.matching(codes.length) : t.papers(codes.length)}</p>
        {isFiltered ? (
          <Link to="/library" search={in_trash === 'true' ? { in_trash } : {}}>
            {t.clear}
          </Link>
        ) : null}
        <ListChanged list={list} />
        <LiveBibliographies address={address} />
        {isWide ? <ViewOptions /> : null}
      </div>
      {codes.length === 0 ? (
        <NoPapers inTrash={in_trash === 'true'} isFiltered={isFiltered} />
      ) : (
        <>
          <SelectionBar codes={codes} selection={selection} actions={actions} inTrash={in_trash === 'true'} />
          <div className={hasPreview ? 'with-preview' : undefined}>
            <div {...list.handlers}>
              <PaperTable
                key={listKey}
                listKey={listKey}
                codes={codes}
                address={address}
                selection={selection}
                actions={actions}
                onChange={onChange}
                onActive={setActive}
              />
            </div>
            {hasPreview ? <PaperPreview paper={active} /> : null}
          </div>
        </>
      )}
    </>
  );
}

const BibliographiesDialog = lazy(async () => ({
  default: (await import('./bibliographies-dialog.tsx')).BibliographiesDialog,
}));

function LiveBibliographies({ address }: { readonly address: LibraryAddress }) {
  const b = useMessages(bibliographyMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" iconOnly aria-label={b.title} title={b.title} onClick={() => setOpen(true)}>
        <Link2 size={16} aria-hidden />
      </Button>
      <Suspense>{isOpen ? <BibliographiesDialog address={address} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}

function NoPapers({ inTrash, isFiltered }: { readonly inTrash: boolean; readonly isFiltered: boolean }) {
  const t = useMessages(libraryMessages);
  if (isFiltered) return <Empty>{t.none}</Empty>;
  if (inTrash) return <Empty>{t.noneInTrash}</Empty>;
  return (
    <Empty>
      <p>{t.noneAtAll}</p>
      <div className="row">
        <Link to="/add" className={buttonClass('primary')}>
          {t.toAdd}
        </Link>
        <Link to="/search" className={buttonClass()}>
          {t.toSearch}
        </Link>
      </div>
    </Empty>
  );
}
