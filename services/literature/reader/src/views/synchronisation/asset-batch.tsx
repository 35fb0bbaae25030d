import type { AssetAction, AssetBatchStatus, AssetOrder, AssetScope } from '@almagest/contracts/literature';
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
import { api } from '../../api.ts';
import { assetBatchQuery, papersDone } from '../../queries/batches.ts';
import { synchronisationMessages } from './messages.ts';
import { Failures } from './meta-sync.tsx';
import { OutcomePill } from './outcome-pill.tsx';

/** Downloads, parses or translates papers of the library. */
export function AssetBatch() {
  const t = useMessages(synchronisationMessages);
  const status = useQuery(assetBatchQuery);
  return (
    <Panel title={t.texts}>
      <AssetForm isActive={status.data?.active === true} />
      <Loaded query={status} loading={t.loading}>
        {(data) => <AssetState status={data} />}
      </Loaded>
    </Panel>
  );
}

function AssetForm({ isActive }: { readonly isActive: boolean }) {
  const t = useMessages(synchronisationMessages);
  const change = useChange();
  const [action, setAction] = useState<AssetAction>('all');
  const [scope, setScope] = useState<AssetScope>('all');
  const [order, setOrder] = useState<AssetOrder>('default');
  const [limit, setLimit] = useState('');
  const run = async () => {
    const body = { action, scope, sort_order: order, limit_count: limit === '' ? null : Number(limit) };
    return await api.post('/api/sync/asset/run', { body });
  };
  return (
    <Form className="batch-form" onSubmit={() => change.mutate(run)}>
      <SelectField
        label={t.action}
        value={action}
        options={[
          ['all', t.downloadAndParse],
          ['download', t.download],
          ['parse', t.parse],
          ['translate', t.translate],
        ]}
        onChange={setAction}
      />
      <SelectField
        label={t.papers}
        value={scope}
        options={[
          ['all', t.allPapers],
          ['undownloaded', t.undownloaded],
          ['unparsed', t.unparsed],
        ]}
        onChange={setScope}
      />
      <SelectField
        label={t.order}
        value={order}
        options={[
          ['default', t.asTheyCame],
          ['pub_year_desc', t.newestPublications],
          ['created_at_desc', t.newestInLibrary],
        ]}
        onChange={setOrder}
      />
      <TextField label={t.most} type="number" min={1} value={limit} onChange={setLimit} placeholder={t.allPapers} />
      <Button needs="administrator" type="submit" kind="primary" isBlocked={isActive}>
        {t.run}
      </Button>
      <StopButton isActive={isActive} />
    </Form>
  );
}

function AssetState({ status }: { readonly status: AssetBatchStatus }) {
  const t = useMessages(synchronisationMessages);
  const { active, action, total, outcome, current_bibcode: current, logs, failures } = status;
  if (action === '') return <p className="muted">{t.nothingYet}</p>;
  const failed = status.download_failed + status.parse_failed + (status.translate_failed ?? 0);
  const numbers = [
    t.downloadedNumber(status.downloaded),
    t.parsedNumber(status.parsed),
    ...(status.translated === undefined ? [] : [t.translatedNumber(status.translated)]),
    t.failedNumber(failed),
  ];
  return (
    <div className="batch-state">
      <p className="row">
        <OutcomePill outcome={active ? null : (outcome ?? 'completed')} />
        <span>{numbers.join(' · ')}</span>
        {active && current !== '' ? <span className="muted">{t.current(current)}</span> : null}
      </p>
      <Progress label={t.papersDone} done={papersDone(status)} total={total} isActive={active} />
      <Failures failures={failures} />
      {logs.length === 0 ? null : (
        <pre className="batch-log" tabIndex={0} role="region" aria-label={t.log}>
          {logs.join('\n')}
        </pre>
      )}
    </div>
  );
}

function StopButton({ isActive }: { readonly isActive: boolean }) {
  const t = useMessages(synchronisationMessages);
  const change = useChange();
  return (
    <Button
      needs="administrator"
      isBlocked={!isActive}
      onClick={() => change.mutate(async () => await api.post('/api/sync/asset/stop'))}
    >
      {t.stop}
    </Button>
  );
}
