import type { FleetHistory as History } from '@almagest/contracts/grid';
import { SelectField } from '@almagest/ui/components/field';
import { LineChart } from '@almagest/ui/components/line-chart';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { count } from '@almagest/ui/format';
import { useMessages, defineMessages } from '@almagest/ui/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { columnsOf } from './fleet-samples.ts';
import { fleetHistoryQuery } from './queries.ts';

const historyMessages = defineMessages({
  title: { en: 'Over time', zh: '随时间变化' },
  period: { en: 'Period', zh: '时段' },
  day: { en: 'last day', zh: '最近一天' },
  week: { en: 'last week', zh: '最近一周' },
  loading: { en: 'Loading history…', zh: '正在加载历史…' },
  none: { en: 'No history yet. The first values appear after five minutes.', zh: '还没有历史。五分钟后显示最初的值。' },
  slots: { en: 'Slots', zh: '槽位' },
  used: { en: 'in use', zh: '使用中' },
  load: { en: 'load', zh: '负载' },
  allowed: { en: 'allowed', zh: '允许' },
  tasks: {
    en: (minutes: number) => `Tasks ended per ${minutes} min`,
    zh: (minutes: number) => `每 ${minutes} 分钟结束的任务`,
  },
  completed: { en: 'completed', zh: '已完成' },
  failed: { en: 'failed', zh: '失败' },
  cpu: { en: 'CPU load (%)', zh: 'CPU 负载（%）' },
  memory: { en: 'Memory in use (%)', zh: '内存占用（%）' },
});

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
