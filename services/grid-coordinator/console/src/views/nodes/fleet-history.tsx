import type { FleetHistory as History } from '@almagest/contracts/grid';
import { SelectField } from '@almagest/ui/components/field';
import { LineChart } from '@almagest/ui/components/line-chart';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { count } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { columnsOf } from './fleet-samples.ts';
import { historyMessages } from './history-messages.ts';
import { fleetHistoryQuery } from './queries.ts';

const HOURS = ['24', '168'] as const;
/** The charts share their time axis, cursor and zoom. */
const SYNC = 'fleet';

/** Plots slots, ended tasks and load of all nodes, or of one node. */
export function FleetHistory({ node }: { readonly node?: string }) {
  const t = useMessages(historyMessages);
  const [hours, setHours] = useState<(typeof HOURS)[number]>('24');
  const history = useQuery({ ...fleetHistoryQuery(Number(hours), node), placeholderData: keepPreviousData });
  return (
    <Panel
      title={t.title}
      actions={
        <SelectField
          label={t.period}
          value={hours}
          options={HOURS.map((value) => [value, value === '24' ? t.day : t.week] as const)}
          onChange={setHours}
        />
      }
    >
      <Loaded query={history} loading={t.loading}>
        {(data) => (data.samples.length === 0 ? <p className="muted">{t.none}</p> : <Charts history={data} />)}
      </Loaded>
    </Panel>
  );
}

function Charts({ history }: { readonly history: History }) {
  const t = useMessages(historyMessages);
  const { times, of } = useMemo(() => columnsOf(history), [history]);
  const charts = [
    {
      title: t.slots,
      lines: [
        { name: t.used, color: '--running', values: of('slots_used') },
        { name: t.allowed, color: '--text-muted', values: of('slots'), isDashed: true },
      ],
    },
    {
      title: t.tasks(history.interval_sec / 60),
      lines: [
        { name: t.completed, color: '--converged', values: of('completed') },
        { name: t.failed, color: '--failed', values: of('failed') },
      ],
    },
    { title: t.cpu, lines: [{ name: t.load, color: '--running', values: of('cpu_usage') }] },
    { title: t.memory, lines: [{ name: t.used, color: '--queued', values: of('memory_usage') }] },
  ];
  return (
    <div className="fleet-charts">
      {charts.map(({ title, lines }) => (
        <LineChart
          key={title}
          title={title}
          label={`${title}: ${lines.map(({ name, values }) => `${name} ${count(values.findLast((value) => value !== null) ?? 0)}`).join(', ')}`}
          x={times}
          isTime
          fromZero
          syncKey={SYNC}
          lines={lines}
        />
      ))}
    </div>
  );
}
