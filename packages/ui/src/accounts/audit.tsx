import type { AuditEvent } from '@almagest/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { AccountApi } from '../account-api.ts';
import { addressOf } from '../api-client.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { CardTable } from '../components/card-table.tsx';
import { TextField } from '../components/field.tsx';
import { Empty, Loaded } from '../components/page-states.tsx';
import { Panel } from '../components/panel.tsx';
import { LocalTime } from '../components/times.tsx';
import { useMessages } from '../messages.ts';
import { tellFault } from '../notices.ts';
import { usePageTitle } from '../page-title.ts';
import { detailText } from './detail-text.ts';
import { accountMessages } from './messages.ts';
import './accounts.css';

interface AuditProps {
  readonly api: AccountApi;
  /**
   * Downloads the export with the caller's token. Without this function the export is a link, which sends only the
   * cookie.
   */
  readonly onExport?: (address: string) => Promise<void>;
}

/** Lists the audit log for administrators. */
export function Audit({ api, onExport }: AuditProps) {
  const t = useMessages(accountMessages);
  usePageTitle(t.audit);
  const [actor, setActor] = useState('');
  const [object, setObject] = useState('');
  const filter = useDeferredValue({
    ...(actor === '' ? {} : { actor }),
    ...(object === '' ? {} : { object }),
  });
  const events = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) =>
      await api.get('/api/audit', {
        query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  const address = addressOf('/api/audit/export', { query: filter });
  const exportLink = (
    <a className={buttonClass()} href={address} download="audit.jsonl">
      {t.export}
    </a>
  );
  const exportButton = <Button onClick={() => void onExport?.(address).catch(tellFault)}>{t.export}</Button>;
  return (
    <Panel title={t.audit} actions={onExport === undefined ? exportLink : exportButton}>
      <div className="row">
        <TextField label={t.filterActor} type="search" autoComplete="off" value={actor} onChange={setActor} />
        <TextField label={t.filterObject} type="search" autoComplete="off" value={object} onChange={setObject} />
      </div>
      <Loaded query={events} loading={t.loading}>
        {({ pages }) => <Events events={pages.flatMap((page) => page.events)} />}
      </Loaded>
      {events.hasNextPage ? (
        <Button isBlocked={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
          {t.more}
        </Button>
      ) : null}
    </Panel>
  );
}

function Events({ events }: { readonly events: readonly AuditEvent[] }) {
  const t = useMessages(accountMessages);
  if (events.length === 0) return <Empty>{t.noEvents}</Empty>;
  const columns = [
    { title: t.time, cell: ({ at }: AuditEvent) => <LocalTime time={at} /> },
    { title: t.who, isHead: true, cell: whoOf(t.withKey) },
    {
      title: t.operation,
      cell: ({ operation, outcome }: AuditEvent) => (
        <>
          {operation} {outcome === 'refused' ? <span className="bad">{t.refused}</span> : null}
        </>
      ),
    },
    { title: t.object, cell: ({ object }: AuditEvent) => object },
    { title: t.address, cell: ({ address }: AuditEvent) => address ?? '' },
    {
      title: t.detail,
      isWide: true,
      cell: ({ detail }: AuditEvent) => <span className="account-detail">{detailText(detail)}</span>,
    },
  ];
  return <CardTable caption={t.audit} columns={columns} rows={events} keyOf={({ id }) => String(id)} />;
}

const whoOf =
  (withKey: (name: string) => string) =>
  ({ actor, api_key: key }: AuditEvent) =>
    key === null ? actor : `${actor} (${withKey(key)})`;
