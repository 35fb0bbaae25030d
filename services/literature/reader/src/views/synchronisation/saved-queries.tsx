import type { SavedSyncQuery } from '@almagest/contracts/literature';
import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { CardTable } from '@almagest/ui/components/card-table';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useQuery } from '@tanstack/react-query';
import { Play, Trash2 } from 'lucide-react';
import { api } from '../../api.ts';
import { savedQueriesQuery } from '../../queries/batches.ts';
import { synchronisationMessages } from './messages.ts';
import { Failures } from './meta-sync.tsx';
import { OutcomePill } from './outcome-pill.tsx';
import { sourceOf } from './source-of.ts';

/** Lists the synchronised queries. The user can run them again. */
export function SavedQueries() {
  const t = useMessages(synchronisationMessages);
  return (
    <Panel title={t.saved}>
      <Loaded query={useQuery(savedQueriesQuery)} loading={t.loading}>
        {(list) => (list.length === 0 ? <p className="muted">{t.noneSaved}</p> : <QueryTable queries={list} />)}
      </Loaded>
    </Panel>
  );
}

function QueryTable({ queries }: { readonly queries: readonly SavedSyncQuery[] }) {
  const t = useMessages(synchronisationMessages);
  return (
    <CardTable
      caption={t.saved}
      rows={queries}
      keyOf={({ id }) => String(id)}
      columns={[
        { title: t.query, isHead: true, cell: ({ query }) => query },
        { title: t.source, cell: ({ source }) => t[sourceOf(source)] },
        { title: t.most, isNumber: true, cell: ({ limit_count: limit }) => limit },
        { title: t.lastRun, cell: ({ last_run: time }) => <Age time={time} /> },
        {
          title: t.state,
          cell: ({ last_outcome: outcome, last_failures: failures }) => (
            <>
              <OutcomePill outcome={outcome} />
              <Failures failures={failures} />
            </>
          ),
        },
        { title: t.actions, cell: (saved) => <QueryActions saved={saved} /> },
      ]}
    />
  );
}

function QueryActions({ saved }: { readonly saved: SavedSyncQuery }) {
  const t = useMessages(synchronisationMessages);
  const change = useChange();
  const { id, query, source, limit_count: limit } = saved;
  const runAgain = async () =>
    await api.post('/api/sync/meta/run', { body: { q: query, source: sourceOf(source), limit } });
  const forget = async () => {
    const title = t.forgetAsk;
    if (!(await ask({ title, text: query, confirm: t.forgetDo, danger: true }))) return undefined;
    await api.delete('/api/sync/queries/{id}', { params: { id: String(id) } });
    return t.forgotten;
  };
  return (
    <span className="row">
      <Button
        needs="administrator"
        iconOnly
        aria-label={t.again(query)}
        title={t.again(query)}
        onClick={() => change.mutate(runAgain)}
      >
        <Play size={16} aria-hidden />
      </Button>
      <Button
        needs="administrator"
        iconOnly
        aria-label={t.forget(query)}
        title={t.forget(query)}
        onClick={() => change.mutate(forget)}
      >
        <Trash2 size={16} aria-hidden />
      </Button>
    </span>
  );
}
