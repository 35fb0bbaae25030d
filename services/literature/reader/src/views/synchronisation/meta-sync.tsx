import type { MetaSyncStatus, SourceChoice } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Progress } from '@almagest/ui/components/progress';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, SLOW } from '../../api.ts';
import { metaSyncQuery } from '../../queries/batches.ts';
import { synchronisationMessages } from './messages.ts';
import { OutcomePill } from './outcome-pill.tsx';
import { sourceOf } from './source-of.ts';

const DEFAULT_LIMIT = 500;
const MOST = 50_000;

/** Adds the papers that match a query to the library. */
export function MetaSync() {
  const t = useMessages(synchronisationMessages);
  const status = useQuery(metaSyncQuery);
  return (
    <Panel title={t.metadata}>
      <MetaForm isActive={status.data?.active === true} />
      <Loaded query={status} loading={t.loading}>
        {(data) => <MetaState status={data} />}
      </Loaded>
    </Panel>
  );
}

function MetaForm({ isActive }: { readonly isActive: boolean }) {
  const t = useMessages(synchronisationMessages);
  const change = useChange();
  const [q, setQ] = useState('');
  const [source, setSource] = useState<SourceChoice>('all');
  const [limit, setLimit] = useState(String(DEFAULT_LIMIT));
  return (
    <Form
      className="batch-form"
      onSubmit={() => {
        const body = { q, source, limit: Number(limit) };
        change.mutate(async () => await api.post('/api/sync/meta/run', { body }));
      }}
    >
      <div className="field wide">
        <TextField label={t.query} name="q" required maxLength={1_000} value={q} onChange={setQ} />
      </div>
      <SelectField
        label={t.source}
        value={source}
        options={[
          ['all', t.all],
          ['catalog', t.catalog],
          ['preprint', t.preprint],
        ]}
        onChange={setSource}
      />
      <TextField
        label={t.most}
        type="number"
        name="limit"
        min={1}
        max={MOST}
        required
        value={limit}
        onChange={setLimit}
      />
      <Button needs="administrator" type="submit" kind="primary" isBlocked={isActive}>
        {t.synchronise}
      </Button>
      <Button
        isBlocked={q.trim() === '' || change.isPending}
        onClick={() =>
          change.mutate(async () =>
            t.counted((await api.get('/api/sync/meta/count', { query: { q, source }, ...SLOW })).total),
          )
        }
      >
        {t.count}
      </Button>
    </Form>
  );
}

function MetaState({ status }: { readonly status: MetaSyncStatus }) {
  const t = useMessages(synchronisationMessages);
  const { active, query, source, synced, total, outcome, failures } = status;
  if (query === '') return <p className="muted">{t.nothingYet}</p>;
  return (
    <div className="batch-state">
      <p className="row">
        <OutcomePill outcome={active ? null : (outcome ?? 'completed')} />
        <span className="muted">{t.forQuery(query, t[sourceOf(source)])}</span>
      </p>
      <Progress label={t.synced} done={synced} total={total} isActive={active} />
      <Failures failures={failures} />
    </div>
  );
}

export function Failures({ failures }: { readonly failures: readonly string[] }) {
  const t = useMessages(synchronisationMessages);
  if (failures.length === 0) return null;
  return (
    <ul aria-label={t.failures} className="bad">
      {failures.map((why) => (
        <li key={why}>{why}</li>
      ))}
    </ul>
  );
}
