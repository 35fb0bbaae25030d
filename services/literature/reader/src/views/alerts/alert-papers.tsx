import type { Alert, AlertPapers as Found } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Empty, Failed, Skeleton } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Pill } from '@almagest/ui/components/pill';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, SLOW } from '../../api.ts';
import { TextWithFormulas } from '../../mathematics/text-with-formulas.tsx';
import { PaperLink } from '../../paper-link.tsx';
import { PaperTitle } from '../../paper-title.tsx';
import { authorsOf, titleOf } from '../../paper-words.ts';
import { useAction } from '../../use-action.ts';
import { EXACTLY } from '../library/current-link.ts';
import { alertMessages } from './messages.ts';
import { alertPapersQuery } from './queries.ts';

export interface AlertPapersProps {
  readonly alert: Alert;
  readonly isAll: boolean;
}

/** Lists the new papers of an alert, or all of them. */
export function AlertPapers({ alert: { id, name, new_count: news }, isAll }: AlertPapersProps) {
  const t = useMessages(alertMessages);
  const action = useAction();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    alertPapersQuery(id, !isAll),
  );
  const papers = data?.pages.flatMap((page) => page.papers) ?? [];
  const markSeen = async () => {
    // Papers found after the list was loaded remain new.
    const latest = papers
      .map(({ found_at: time }) => time)
      .toSorted()
      .at(-1);
    const body = latest === undefined ? {} : { found_until: latest };
    const { changed } = await api.post('/api/alerts/{id}/seen', { params: { id: String(id) }, body });
    return { told: t.seen(changed) };
  };
  return (
    <Panel
      title={t.papersOf(name)}
      actions={
        <Button needs="member" isBlocked={news === 0 || action.isPending} onClick={() => action.mutate(markSeen)}>
          {t.markSeen}
        </Button>
      }
    >
      <Choice id={id} name={name} isAll={isAll} total={data?.pages[0]?.total} />
      {data === undefined ? (
        error === null ? (
          <Skeleton>{t.papersLoading}</Skeleton>
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : papers.length === 0 ? (
        <Empty>{isAll ? t.nothing : t.nothingNew}</Empty>
      ) : null}
      <ul className="alert-papers" aria-label={t.papersOf(name)}>
        {papers.map((paper) => (
          <FoundPaper key={paper.bibcode} paper={paper} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button isBlocked={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.showMore}
        </Button>
      ) : null}
    </Panel>
  );
}

interface ChoiceProps extends Pick<Alert, 'id' | 'name'> {
  readonly isAll: boolean;
  readonly total: number | undefined;
}

/** Switches between new and all papers. */
function Choice({ id, name, isAll, total }: ChoiceProps) {
  const t = useMessages(alertMessages);
  return (
    <nav className="row" aria-label={t.papersOf(name)}>
      <Link
        to="/alerts"
        search={{ alert: String(id) }}
        activeOptions={EXACTLY}
        aria-current={isAll ? undefined : 'true'}
      >
        {t.onlyNew}
      </Link>
      <Link
        to="/alerts"
        search={{ alert: String(id), all: 'true' }}
        activeOptions={EXACTLY}
        aria-current={isAll ? 'true' : undefined}
      >
        {t.everything}
      </Link>
      <span role="status" className="muted">
        {total === undefined ? '' : t.papers(total)}
      </span>
    </nav>
  );
}

function FoundPaper({ paper }: { readonly paper: Found['papers'][number] }) {
  const t = useMessages(alertMessages);
  const action = useAction();
  const { bibcode, year, pub_journal: journal, in_library: isHere, is_new: isNew, abstract_text: abstract } = paper;
  const title = titleOf(paper);
  const keep = async () => {
    await api.post('/api/papers', { body: { identifier: bibcode }, ...SLOW });
    return { told: t.kept(title) };
  };
  return (
    <li>
      <div className="row spread">
        <PaperLink bibcode={bibcode} className="title">
          <PaperTitle {...paper} />
        </PaperLink>
        <span className="row">
          {isNew ? <Pill kind="busy">{t.isNew}</Pill> : null}
          {isHere === true ? (
            <Pill kind="good">{t.here}</Pill>
          ) : (
            <Button
              needs="member"
              aria-label={t.keep(title)}
              isBlocked={action.isPending}
              onClick={() => action.mutate(keep)}
            >
              {t.keepShort}
            </Button>
          )}
        </span>
      </div>
      <p className="muted small">
        {[authorsOf(paper, t.others), year, journal].filter((part) => part !== '').join(' · ')} ·{' '}
        <Age time={paper.found_at} />
      </p>
      {abstract === '' ? null : (
        <p className="abstract">
          <TextWithFormulas text={abstract} />
        </p>
      )}
    </li>
  );
}
