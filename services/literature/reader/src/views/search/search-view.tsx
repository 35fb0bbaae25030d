import { Empty } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FEWEST_ROWS, isShown, type PaperSearch } from './address.ts';
import { AlertButton } from './alert-button.tsx';
import { mergeAnswers } from './merge-answers.ts';
import { searchMessages } from './messages.ts';
import { sourceSearchQuery } from './queries.ts';
import { ResultList } from './result-list.tsx';
import { SearchFilters } from './search-filters.tsx';
import { SearchForm } from './search-form.tsx';
import { SourceStates } from './source-states.tsx';
import './search.css';

const route = getRouteApi('/search');

/** Searches the sources. The address has the query and the filters. */
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
        <AlertButton q={q} source={source} />
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
