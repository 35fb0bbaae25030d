import type { CitationDirection, CitedPaper } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Failed, Skeleton } from '@almagest/ui/components/page-states';
import { Pill } from '@almagest/ui/components/pill';
import { useMessages } from '@almagest/ui/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PaperTitle } from '../../../paper-title.tsx';
import { useOpenPaper } from '../open-paper.ts';
import { citationMessages } from './messages.ts';
import { citedQuery } from './queries.ts';

const DIRECTIONS = ['references', 'citations'] as const satisfies readonly CitationDirection[];

/** Shows what the paper cites and what cites it, according to the catalog. */
export function CitationsPanel() {
  const t = useMessages(citationMessages);
  const [direction, setDirection] = useState<CitationDirection>('references');
  return (
    <div className="stack">
      <div className="pane-tabs" role="group" aria-label={t.direction}>
        {DIRECTIONS.map((one) => (
          <button
            key={one}
            type="button"
            className="pane-tab"
            aria-pressed={one === direction}
            onClick={() => setDirection(one)}
          >
            {t[one]}
          </button>
        ))}
      </div>
      <CitedList direction={direction} />
    </div>
  );
}

function CitedList({ direction }: { readonly direction: CitationDirection }) {
  const t = useMessages(citationMessages);
  const { bibcode } = useOpenPaper();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    citedQuery(bibcode, direction),
  );
  if (data === undefined)
    return error === null ? <Skeleton>{t.loading}</Skeleton> : <Failed error={error} onRetry={() => void refetch()} />;
  const papers = data.pages.flatMap((page) => page.papers);
  return (
    <>
      <p className="muted small">{t.total(data.pages[0]?.total ?? 0)}</p>
      {papers.length === 0 ? <p className="muted">{t.none}</p> : null}
      <ul className="plain-list cited" aria-label={t[direction]}>
        {papers.map((paper) => (
          <CitedLine key={paper.bibcode} paper={paper} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button isBlocked={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more}
        </Button>
      ) : null}
    </>
  );
}

const MOST_AUTHORS = 3;

function CitedLine({ paper }: { readonly paper: CitedPaper }) {
  const t = useMessages(citationMessages);
  const { bibcode, authors, year, in_library: isHere, citation_count: count } = paper;
  const names = authors.slice(0, MOST_AUTHORS).join('; ') + (authors.length > MOST_AUTHORS ? ' …' : '');
  return (
    <li>
      <Link to="/papers/$bibcode" params={{ bibcode }}>
        <PaperTitle {...paper} />
      </Link>
      <p className="muted small">
        {[names, year, count > 0 ? t.cited(count) : ''].filter((part) => part !== '').join(' · ')}{' '}
        {isHere === true ? <Pill kind="good">{t.inLibrary}</Pill> : null}
      </p>
    </li>
  );
}
