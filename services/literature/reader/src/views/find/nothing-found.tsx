import type { SearchSuggestions } from '@almagest/contracts/literature';
import { Banner, Empty } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FindAddress } from './address.ts';
import { findMessages } from './messages.ts';

export interface NothingFoundProps {
  readonly q: string;
  readonly address: FindAddress;
  readonly suggestions: SearchSuggestions | null;
  /** Renders the results of another query. */
  readonly resultsOf: (q: string) => ReactNode;
}

/** Offers a corrected spelling and a catalog search, and shows the results without the words that match nothing. */
export function NothingFound({ q, address, suggestions, resultsOf }: NothingFoundProps) {
  const t = useMessages(findMessages);
  const { did_you_mean: corrected = null, without = null } = suggestions ?? {};
  return (
    <>
      <Empty>
        <p>{t.none}</p>
        {corrected === null ? null : (
          <p>
            {t.didYouMean}{' '}
            <Link to="/find" search={{ ...address, q: corrected }}>
              {corrected}
            </Link>
          </p>
        )}
        <p>
          <Link to="/search" search={{ q }}>
            {t.searchCatalog}
          </Link>
        </p>
      </Empty>
      {without === null ? null : (
        <>
          <Banner>{t.dropped(without.dropped.join(', '), without.q)}</Banner>
          {resultsOf(without.q)}
        </>
      )}
    </>
  );
}
