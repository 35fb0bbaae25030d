import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, SLOW } from '../../../api.ts';
import { useDesk } from '../desk.ts';
import { citationMessages } from './messages.ts';

const networkQuery = (bibcode: string) =>
  queryOptions({
    queryKey: ['citations', bibcode],
    queryFn: async ({ signal }) => await api.get('/api/citations', { query: { bibcode }, signal, ...SLOW }),
    staleTime: Infinity,
  });

/** What the paper cites, and what cites it, as the catalog knows it. */
export function CitationsPanel() {
  const t = useMessages(citationMessages);
  const network = useQuery(networkQuery(useDesk().bibcode));
  return (
    <Loaded query={network} loading={t.loading}>
      {({ references, citations, reference_count: cited, citation_count: citing, citation_counts: counts = {} }) => (
        <div className="stack">
          <CodeList title={t.references(cited)} codes={references} counts={counts} />
          <CodeList title={t.citations(citing)} codes={citations} counts={counts} />
        </div>
      )}
    </Loaded>
  );
}

interface CodeListProps {
  readonly title: string;
  readonly codes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

function CodeList({ title, codes, counts }: CodeListProps) {
  const t = useMessages(citationMessages);
  return (
    <section>
      <h3>{title}</h3>
      {codes.length === 0 ? <p className="muted">{t.none}</p> : null}
      <ul className="plain-list">
        {codes.map((code) => (
          <li key={code}>
            <Link to="/papers/$bibcode" params={{ bibcode: code }} className="code">
              {code}
            </Link>
            {counts[code] === undefined ? null : <span className="muted small"> {t.cited(counts[code])}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
