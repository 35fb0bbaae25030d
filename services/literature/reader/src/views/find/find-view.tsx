import type { LibrarySearch } from '@almagest/contracts/literature';
import { Banner, Empty, Failed, Skeleton } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { MoreButton } from '../../shell/more-button.tsx';
import type { FindAddress } from './address.ts';
import { FindFilters } from './find-filters.tsx';
import { FindForm } from './find-form.tsx';
import { FoundList } from './found-list.tsx';
import { findMessages } from './messages.ts';
import { NothingFound } from './nothing-found.tsx';
import './find.css';

const PAGE = 20;

/** Loads library search results in pages. The first page contains the counts for the filters. */
const foundQuery = (q: string, address: FindAddress) =>
  infiniteQueryOptions({
    queryKey: ['found', q, conditionsOf(address)],
    queryFn: async ({ signal, pageParam }) => {
      const query = { q, limit: PAGE, offset: pageParam, with_counts: pageParam === 0, ...conditionsOf(address) };
      return await api.get('/api/library/search', { query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, _, start) => (start + PAGE < total ? start + PAGE : undefined),
    staleTime: 60_000,
  });

const route = getRouteApi('/find');

/** Searches the full text of the library. */
export function FindView() {
  const t = useMessages(findMessages);
  const address = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle(address.q ?? t.title);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <FindForm address={address} onChange={(next) => void navigate({ search: next })} />
      {address.q === undefined ? (
        <Empty>
          <p>{t.hint}</p>
        </Empty>
      ) : (
        <Found q={address.q} address={address} onChange={(next) => void navigate({ search: next })} />
      )}
    </div>
  );
}

interface FoundProps {
  readonly q: string;
  readonly address: FindAddress;
  readonly onChange: (address: FindAddress) => void;
}

function Found({ q, address, onChange }: FoundProps) {
  const t = useMessages(findMessages);
  const list = useInfiniteQuery(foundQuery(q, address));
  const { data, error, refetch } = list;
  const [first] = data?.pages ?? [];
  if (first === undefined)
    return error === null ? <Skeleton>{t.loading}</Skeleton> : <Failed error={error} onRetry={() => void refetch()} />;
  const counts =
    first.counts === null ? null : <FindFilters address={address} counts={first.counts} onChange={onChange} />;
  if (first.total === 0)
    return (
      <>
        {counts}
        <NothingFound
          q={q}
          address={address}
          suggestions={first.suggestions}
          resultsOf={(rest) => <Found q={rest} address={address} onChange={(next) => onChange({ ...next, q: rest })} />}
        />
      </>
    );
  return (
    <>
      {counts}
      <p role="status" className="muted">
        {address.sort === undefined ? t.found(first.total) : t.foundByYear(first.total)}
      </p>
      {first.is_complete ? null : <Banner>{t.incomplete}</Banner>}
      <FoundList papers={data?.pages.flatMap(({ papers }) => papers) ?? []} />
      <MoreButton list={list} label={t.more} />
    </>
  );
}

function conditionsOf({
  kind,
  sort,
  year,
  author,
  collection,
  tag,
  has_full_text: file,
}: FindAddress): Omit<LibrarySearch, 'q'> {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(sort === undefined ? {} : { sort }),
    ...(year === undefined ? {} : { year_from: Number(year), year_to: Number(year) }),
    ...(author === undefined ? {} : { author }),
    ...(collection === undefined ? {} : { collection: Number(collection) }),
    ...(tag === undefined ? {} : { tag }),
    ...(file === undefined ? {} : { has_full_text: file === 'true' }),
  };
}
