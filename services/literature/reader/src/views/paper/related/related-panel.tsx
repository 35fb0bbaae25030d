import type { RelatedPaper } from '@almagest/contracts/literature';
import { Loaded } from '@almagest/ui/components/page-states';
import { Pill } from '@almagest/ui/components/pill';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { PaperLink } from '../../../paper-link.tsx';
import { PaperTitle } from '../../../paper-title.tsx';
import { useOpenPaper } from '../open-paper.ts';
import { relatedMessages } from './messages.ts';

const ROWS = 20;

const relatedQuery = (bibcode: string) =>
  queryOptions({
    queryKey: ['papers', 'related', bibcode],
    queryFn: async ({ signal }) => await api.get('/api/papers/related', { query: { bibcode, limit: ROWS }, signal }),
    staleTime: 60_000,
  });

export function RelatedPanel() {
  const t = useMessages(relatedMessages);
  const { bibcode } = useOpenPaper();
  return (
    <Loaded query={useQuery(relatedQuery(bibcode))} loading={t.loading}>
      {({ papers }) =>
        papers.length === 0 ? (
          <p className="muted">{t.none}</p>
        ) : (
          <ul className="plain-list cited" aria-label={t.related}>
            {papers.map((related) => (
              <Related key={related.paper.bibcode} {...related} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Related({
  paper,
  shared_references: references,
  shared_citations: citations,
  shared_words: words,
}: RelatedPaper) {
  const t = useMessages(relatedMessages);
  const reasons = [
    ...(references > 0 ? [t.references(references)] : []),
    ...(citations > 0 ? [t.citations(citations)] : []),
    ...(words.length > 0 ? [t.words(words.length)] : []),
  ];
  return (
    <li>
      <PaperLink bibcode={paper.bibcode}>
        <PaperTitle {...paper} />
      </PaperLink>
      <p className="muted small">
        {[paper.authors[0] ?? '', paper.year, ...reasons].filter((part) => part !== '').join(' · ')}{' '}
        {paper.in_library === true ? null : <Pill kind="idle">{t.notInLibrary}</Pill>}
      </p>
    </li>
  );
}
