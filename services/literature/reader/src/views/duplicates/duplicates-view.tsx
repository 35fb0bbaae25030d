import type { Merge } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { CardTable } from '@almagest/ui/components/card-table';
import { Empty, Failed, Skeleton } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useInfiniteQuery, useQuery, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { MoreButton } from '../../shell/more-button.tsx';
import { useAction } from '../../use-action.ts';
import { duplicateMessages } from './messages.ts';
import { Pair } from './pair.tsx';
import './duplicates.css';

const PAGE = 25;

const duplicatesQuery = infiniteQueryOptions({
  queryKey: ['papers', 'duplicates'],
  queryFn: async ({ signal, pageParam }) =>
    await api.get('/api/library/duplicates', { query: { start: pageParam, rows: PAGE }, signal }),
  initialPageParam: 0,
  getNextPageParam: ({ total }, _, start) => (start + PAGE < total ? start + PAGE : undefined),
});

/** Loads the merges that can be undone. */
const mergesQuery = queryOptions({
  queryKey: ['papers', 'merges'],
  queryFn: async ({ signal }) => await api.get('/api/library/merges', { signal }),
});

/** Lists possible duplicates, and merges that can be undone. */
export function DuplicatesView() {
  const t = useMessages(duplicateMessages);
  usePageTitle(t.title);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <Pairs />
      <Merges />
    </div>
  );
}

function Pairs() {
  const t = useMessages(duplicateMessages);
  const list = useInfiniteQuery(duplicatesQuery);
  const { data, error, refetch } = list;
  if (data === undefined)
    return error === null ? <Skeleton>{t.loading}</Skeleton> : <Failed error={error} onRetry={() => void refetch()} />;
  const total = data.pages[0]?.total ?? 0;
  if (total === 0) return <Empty>{t.none}</Empty>;
  return (
    <>
      <p role="status">{t.number(total)}</p>
      <ul className="pairs" aria-label={t.pairs}>
        {data.pages
          .flatMap(({ pairs }) => pairs)
          .map((pair) => (
            <Pair key={pair.papers.map(({ bibcode }) => bibcode).join(' ')} pair={pair} />
          ))}
      </ul>
      <MoreButton list={list} label={t.more} />
    </>
  );
}

function Merges() {
  const t = useMessages(duplicateMessages);
  const action = useAction();
  const { data: merges = [] } = useQuery(mergesQuery);
  if (merges.length === 0) return null;
  const undo = async ({ id }: Merge) => {
    await api.post('/api/library/merges/{id}/undo', { params: { id: String(id) } });
    return { told: t.undone };
  };
  return (
    <Panel title={t.merges}>
      <CardTable
        caption={t.merges}
        rows={merges}
        keyOf={({ id }) => String(id)}
        columns={[
          {
            title: t.into,
            isHead: true,
            cell: (merge) => (
              <PaperLink bibcode={merge.bibcode}>
                <PaperTitle {...merge} />
              </PaperLink>
            ),
          },
          {
            title: t.was,
            cell: ({ merged_bibcode: code, merged_title: title }) => <TextWithFormulas text={`${title} (${code})`} />,
          },
          { title: t.cause, cell: ({ cause }) => t.by(cause) },
          { title: t.when, cell: ({ merged_at: time }) => <Age time={time} /> },
          {
            title: t.actions,
            cell: (merge) => (
              <Button
                needs="administrator"
                aria-label={t.undoOf(merge.merged_bibcode)}
                isBlocked={action.isPending}
                onClick={() => action.mutate(async () => await undo(merge))}
              >
                {t.undo}
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  );
}
