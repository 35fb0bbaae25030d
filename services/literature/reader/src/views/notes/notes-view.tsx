import { plainMathematics } from '@almagest/contracts/plain-mathematics';
import { Button } from '@almagest/ui/components/button';
import { SelectField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Empty, Failed, Skeleton } from '@almagest/ui/components/page-states';
import { TypedField } from '@almagest/ui/components/typed-field';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useShortcut } from '@almagest/ui/shortcuts';
import { keepPreviousData, useInfiniteQuery, useQuery, infiniteQueryOptions } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { api } from '../../api.ts';
import { collectionsQuery } from '../../queries/library.ts';
import { saveExport } from '../../save-file.ts';
import { MoreButton } from '../../shell/more-button.tsx';
import { useAction } from '../../use-action.ts';
import { pathOf } from '../library/collection-tree.ts';
import { COLOURS, PLACES, type NotesAddress, listingOf } from './address.ts';
import { notesMessages } from './messages.ts';
import { NoteCard } from './note-card.tsx';
import '../../filter-form.css';
import './notes.css';

/** Loads the notes of a list, newest first. */
const notesQuery = (address: NotesAddress) =>
  infiniteQueryOptions({
    queryKey: ['notes', 'library', address],
    queryFn: async ({ signal, pageParam }) =>
      await api.get('/api/library/notes', {
        query: { ...listingOf(address), ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before: next }) => next,
  });

const MOST = 500;

const route = getRouteApi('/notes');

export function NotesView() {
  const t = useMessages(notesMessages);
  const address = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle(t.title);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <NoteFilters address={address} onChange={(next, replace) => void navigate({ search: next, replace })} />
      <NoteList address={address} />
    </div>
  );
}

interface NoteFiltersProps {
  readonly address: NotesAddress;
  readonly onChange: (address: NotesAddress, replace: boolean) => void;
}

function NoteFilters({ address, onChange }: NoteFiltersProps) {
  const t = useMessages(notesMessages);
  const form = useRef<HTMLFormElement>(null);
  const { data: collections = [] } = useQuery(collectionsQuery);
  useShortcut('/', t.words, () => form.current?.querySelector('input')?.focus());
  const set = (name: keyof NotesAddress, value: string, replace = false) => {
    const { [name]: _, ...others } = address;
    onChange({ ...others, ...(value === '' ? {} : { [name]: value }) }, replace);
  };
  return (
    <Form ref={form} role="search" aria-label={t.filters} className="filter-form">
      <div className="grow">
        <TypedField
          label={t.words}
          maxLength={500}
          value={address.q ?? ''}
          onChange={(q) => set('q', q, address.q !== undefined)}
        />
      </div>
      <SelectField
        label={t.colour}
        value={address.colour ?? ''}
        options={[['', t.any], ...COLOURS.map((colour) => [colour, t[colour]] as const)]}
        onChange={(colour) => set('colour', colour)}
      />
      <SelectField
        label={t.collection}
        value={address.collection ?? ''}
        options={[['', t.any], ...collections.map((one) => [String(one.id), pathOf(collections, one)] as const)]}
        onChange={(collection) => set('collection', collection)}
      />
      <SelectField
        label={t.place}
        value={address.place ?? ''}
        options={[['', t.any], ...PLACES.map((place) => [place, t[place as keyof typeof t] as string] as const)]}
        onChange={(place) => set('place', place)}
      />
    </Form>
  );
}

function NoteList({ address }: { readonly address: NotesAddress }) {
  const t = useMessages(notesMessages);
  const action = useAction();
  const query = useInfiniteQuery({ ...notesQuery(address), placeholderData: keepPreviousData });
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <Skeleton>{t.loading}</Skeleton> : <Failed error={error} onRetry={() => void refetch()} />;
  const notes = data.pages.flatMap((page) => page.notes);
  const total = data.pages[0]?.total ?? 0;
  const { bibcode } = address;
  const exportNotes = async () => {
    const codes = await papersOf(address);
    await saveExport('markdown', codes);
    return { told: t.exported(codes.length) };
  };
  return (
    <>
      <div className="row spread">
        <div className="row">
          <p role="status">{t.notes(total)}</p>
          {bibcode === undefined ? null : (
            <>
              <span className="muted">{t.ofPaper(plainMathematics(notes[0]?.title ?? bibcode))}</span>
              <Link to="/notes">{t.allPapers}</Link>
            </>
          )}
        </div>
        <Button
          isBlocked={total === 0 || action.isPending}
          title={t.exportWhat}
          onClick={() => action.mutate(exportNotes)}
        >
          <Download size={16} aria-hidden />
          {t.export}
        </Button>
      </div>
      {total === 0 ? <Empty>{Object.keys(address).length === 0 ? t.noneAtAll : t.none}</Empty> : null}
      <ul className="notes" aria-label={t.list}>
        {notes.map((note) => (
          <NoteCard key={note.id} note={note} isOnlyPaper={bibcode !== undefined} />
        ))}
      </ul>
      <MoreButton list={query} label={t.more} />
    </>
  );
}

/** Returns the papers of all notes in a list. */
async function papersOf(address: NotesAddress): Promise<string[]> {
  const codes = new Set<string>();
  for (let before: number | null | undefined; before !== null;) {
    const page: { notes: { bibcode: string }[]; next_before: number | null } = await api.get('/api/library/notes', {
      query: { ...listingOf(address), limit: MOST, ...(before === undefined ? {} : { before }) },
    });
    for (const { bibcode } of page.notes) codes.add(bibcode);
    before = page.next_before;
  }
  return [...codes];
}
