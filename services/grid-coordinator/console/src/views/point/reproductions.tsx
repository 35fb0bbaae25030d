import type { GridPointRow, Reproduction, ReproductionStatus } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Pill, type PillKind } from '@almagest/ui/components/pill';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { tellDone } from '@almagest/ui/notices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { reproductionMessages } from '../../reproductions/messages.ts';
import { ReproduceDialog } from '../../reproductions/reproduce-dialog.tsx';
import { useChange } from '@almagest/ui/use-change';
import { ComparedRuns, Differences } from './differences.tsx';
import { reproductionsQuery } from './queries.ts';

const PILLS: Readonly<Record<ReproductionStatus, PillKind>> = {
  waiting: 'warning',
  running: 'busy',
  comparing: 'busy',
  compared: 'good',
  failed: 'bad',
  withdrawn: 'idle',
};

export interface ReproductionsProps {
  readonly name: string;
  readonly point: GridPointRow;
}

/** Shows and requests reproductions of a point. Hidden for points without a model. */
export function Reproductions({ name, point }: ReproductionsProps) {
  const t = useMessages(reproductionMessages);
  const [isOpen, setOpen] = useState(false);
  const runs = useQuery(reproductionsQuery(name, point.name));
  const isConverged = point.status === 'converged';
  if (!isConverged && (runs.data ?? []).length === 0) return null;
  return (
    <Panel
      title={t.title}
      actions={
        isConverged ? (
          <Button needs="operator" onClick={() => setOpen(true)}>
            {t.ask}
          </Button>
        ) : null
      }
    >
      <Loaded query={runs} loading={t.loading}>
        {(list) => (
          <div className="stack">
            {list.length === 0 ? <p className="muted">{t.none}</p> : null}
            {list.map((run) => (
              <ReproductionItem key={run.id} name={name} run={run} />
            ))}
          </div>
        )}
      </Loaded>
      {isOpen ? (
        <ReproduceDialog
          name={name}
          title={t.askPoint(point.name)}
          listPoints={async () => [point.name]}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

function ReproductionItem({ name, run }: { readonly name: string; readonly run: Reproduction }) {
  const t = useMessages(reproductionMessages);
  const change = useChange();
  const { id, status, note, requested_by: person, requested_at: time, error, difference } = run;
  const withdraw = async () => {
    const params = { name, reproduction_id: String(id) };
    await api.delete('/api/workflows/{name}/reproductions/{reproduction_id}', { params });
    tellDone(t.didWithdraw, () => change.mutate(requestAgain));
    return undefined;
  };
  const requestAgain = async () => {
    const body = { points: [run.point_name], ...(note === null ? {} : { note }) };
    const { data } = await api.post('/api/workflows/{name}/reproductions', { params: { name }, body });
    return t.requested(data.requested.length);
  };
  return (
    <section className="stack" aria-label={`${t.second} ${id}`}>
      <div className="row spread">
        <div className="row">
          <Pill kind={PILLS[status]}>{t[status]}</Pill>
          {run.disagrees === null ? null : (
            <Pill kind={run.disagrees ? 'bad' : 'good'}>{run.disagrees ? t.disagrees : t.agrees}</Pill>
          )}
          {run.start === 'same' ? null : (
            <span className="small">{run.start_point_name === null ? t.cold : t.fromPoint(run.start_point_name)}</span>
          )}
          <span className="muted small">
            {t.by(person)}, <Age time={time} />
          </span>
          <span>{note}</span>
        </div>
        {status === 'waiting' || status === 'running' ? (
          <Button needs="operator" isBlocked={change.isPending} onClick={() => change.mutate(withdraw)}>
            {t.withdraw}
          </Button>
        ) : null}
      </div>
      {run.waiting_reason === null ? null : <p>{t.waits(run.waiting_reason)}</p>}
      {error === null ? null : <p className="bad">{error}</p>}
      {run.reproduced === null ? null : <ComparedRuns first={run.original} second={run.reproduced} />}
      {difference === null ? null : <Differences difference={difference} />}
    </section>
  );
}
