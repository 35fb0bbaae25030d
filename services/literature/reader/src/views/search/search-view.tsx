import type { SearchSort, Source, StandardPaper } from '@almagest/contracts/literature';
import { ApiError, messageOf } from '@almagest/ui/api-error';
import { Button } from '@almagest/ui/components/button';
import { Empty } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQueries, type UseQueryResult, queryOptions } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useMemo } from 'react';
import { api, SLOW } from '../../api.ts';
import { useAction } from '../../use-action.ts';
import { FEWEST_ROWS, isShown, type PaperSearch } from './address.ts';
import { mergeAnswers } from './merge-answers.ts';
import { searchMessages } from './messages.ts';
import { ResultList } from './result-list.tsx';
import { SearchFilters } from './search-filters.tsx';
import { SearchForm } from './search-form.tsx';
import './search.css';

interface SourceSearch {
  readonly q: string;
  readonly source: Source;
  readonly sort: SearchSort;
  readonly rows: number;
}

/** Results stay fresh for half an hour, so that returning to the page doesn't query the sources again. */
const KEPT_MS = 1_800_000;

/**
 * Loads the results of one source. Each source has its own request, so that a fast source doesn't wait for a slow one.
 */
const sourceSearchQuery = (search: SourceSearch) =>
  queryOptions({
    queryKey: ['search', search],
    queryFn: async ({ signal }) => await api.get('/api/search', { query: search, signal, ...SLOW }),
    enabled: search.q !== '',
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    retry: false,
  });

const route = getRouteApi('/search');

/** Searches the sources. The address contains the query and the filters. */
export function SearchView() {
  const t = useMessages(searchMessages);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle(search.q ?? t.title);
  const show = (next: PaperSearch, replace = false) => void navigate({ search: next, replace });
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <SearchForm search={search} onChange={show} />
      {search.q === undefined ? (
        <Empty>
          <p>{t.hint}</p>
        </Empty>
      ) : (
        <Results search={search} q={search.q} onChange={show} />
      )}
    </div>
  );
}

interface ResultsProps {
  readonly search: PaperSearch;
  readonly q: string;
  readonly onChange: (search: PaperSearch, replace: boolean) => void;
}

function Results({ search, q, onChange }: ResultsProps) {
  const t = useMessages(searchMessages);
  const { source, sort = 'relevance', rows = FEWEST_ROWS } = search;
  const sources = source === undefined ? (['catalog', 'preprint'] as const) : [source];
  const answers = useQueries({
    queries: sources.map((one) => sourceSearchQuery({ q, source: one, sort, rows: Number(rows) })),
  });
  const [ours, theirs] = answers.map(({ data }) => data);
  const found = useMemo(() => mergeAnswers([ours ?? [], theirs ?? []], sort), [ours, theirs, sort]);
  const shown = useMemo(() => found.filter((paper) => isShown(search, paper)), [found, search]);
  const isAsking = answers.some(({ isPending }) => isPending);
  return (
    <>
      <div className="row spread">
        <SourceStates sources={sources} answers={answers} />
        {answers.some(({ error }) => isRefused(error)) ? null : <AlertButton q={q} source={source} />}
      </div>
      {found.length === 0 ? null : <SearchFilters search={search} found={found} shown={shown} onChange={onChange} />}
      {found.length === 0 && !isAsking && answers.some(({ data }) => data !== undefined) ? (
        <Empty>{t.none}</Empty>
      ) : null}
      {found.length > 0 && shown.length === 0 ? <Empty>{t.noneShown}</Empty> : null}
      {shown.length === 0 ? null : <ResultList search={JSON.stringify(search)} papers={shown} />}
    </>
  );
}

interface AlertButtonProps {
  readonly q: string;
  readonly source: PaperSearch['source'];
}

/** Creates a daily alert for this query. */
function AlertButton({ q, source }: AlertButtonProps) {
  const t = useMessages(searchMessages);
  const action = useAction();
  const create = async () => {
    const known = new Set((await api.get('/api/alerts')).map(({ id }) => id));
    const { id, name } = await api.post('/api/alerts', { body: { q, source: source ?? 'all', schedule: 'daily' } });
    const undo = async () => await api.delete('/api/alerts/{id}', { params: { id: String(id) } });
    // If the query already had an alert, undo must not delete it.
    return known.has(id) ? { told: t.alertThere(name) } : { told: t.alertMade(name), undo };
  };
  return (
    <Button needs="member" isBlocked={action.isPending} onClick={() => action.mutate(create)}>
      <Bell size={16} aria-hidden />
      {t.makeAlert}
    </Button>
  );
}

interface SourceStatesProps {
  readonly sources: readonly Source[];
  readonly answers: readonly UseQueryResult<StandardPaper[]>[];
}

/** Shows the number of results, the progress or the error of each source. */
function SourceStates({ sources, answers }: SourceStatesProps) {
  const t = useMessages(searchMessages);
  return (
    <div className="source-states" role="status">
      {sources.map((source, index) => {
        const answer = answers[index];
        if (answer?.data !== undefined) return <span key={source}>{t.answered(t[source], answer.data.length)}</span>;
        if (answer?.isFetching !== false) return <span key={source}>{t.asking(t[source])}</span>;
        return (
          <span key={source} className="row bad">
            <SourceFault source={source} error={answer.error} />
            {isRefused(answer.error) ? null : (
              <Button onClick={() => void answer.refetch()}>{t.askAgain(t[source])}</Button>
            )}
          </span>
        );
      })}
    </div>
  );
}

/** Returns true if a source cannot read the query. The same query fails again, now and in an alert. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && !error.mayPass;
}

/** Says why a source failed. Collapses the source's message about an unreadable query. */
function SourceFault({ source, error }: { readonly source: Source; readonly error: unknown }) {
  const t = useMessages(searchMessages);
  const why = messageOf(error).replace(`${source}: `, '');
  if (!isRefused(error)) return t.failed(t[source], why);
  return (
    <details>
      <summary>{t.refused(t[source])}</summary>
      <code>{why}</code>
    </details>
  );
}
