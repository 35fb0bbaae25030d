import { Banner, Empty, Failed, Loading } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MoreButton } from '../../shell/more-button.tsx';
import type { FindAddress } from './address.ts';
import { FindForm } from './find-form.tsx';
import { FoundList } from './found-list.tsx';
import { findMessages } from './messages.ts';
import { foundQuery } from './queries.ts';
import './find.css';

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
        <Found q={address.q} address={address} />
      )}
    </div>
  );
}

function Found({ q, address }: { readonly q: string; readonly address: FindAddress }) {
  const t = useMessages(findMessages);
  const list = useInfiniteQuery(foundQuery(q, address));
  const { data, error, refetch } = list;
  if (data === undefined)
    return error === null ? <Loading>{t.loading}</Loading> : <Failed error={error} onRetry={() => void refetch()} />;
  const [first] = data.pages;
  if (first === undefined || first.total === 0) return <Empty>{t.none}</Empty>;
  return (
    <>
      <p role="status" className="muted">
        {t.found(first.total)}
      </p>
      {first.is_complete ? null : <Banner>{t.incomplete}</Banner>}
      <FoundList papers={data.pages.flatMap(({ papers }) => papers)} />
      <MoreButton list={list} label={t.more} />
    </>
  );
}
