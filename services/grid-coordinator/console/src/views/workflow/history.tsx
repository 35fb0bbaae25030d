import type { Progress } from '@almagest/contracts/grid';
import { SelectField } from '@almagest/ui/components/field';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { LineChart } from '@almagest/ui/components/line-chart';
import { count, parseTime } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { vocabulary } from '../../vocabulary.tsx';
import { HOURS, type Hours } from './hours.ts';
import { workflowMessages } from './messages.ts';
import './history.css';

const SECOND_MS = 1_000;
const DAY_HOURS = 24;
/** Periods from this length on are given in days. */
const LEAST_DAYS_HOURS = 72;
/** The charts share their time axis, cursor and zoom. */
const SYNC = 'history';

const SHOWN = [
  { status: 'converged', color: '--converged' },
  { status: 'failed', color: '--failed' },
  { status: 'running', color: '--running' },
] as const;

export interface HistoryProps {
  readonly name: string;
  readonly hours: Hours;
  readonly progress: UseQueryResult<Progress>;
}

/**
 * Plots the counts over time. Each chart has its own scale, so that a hundred failed points stay visible next to a
 * million converged points.
 */
export function History({ name, hours, progress }: HistoryProps) {
  const t = useMessages(workflowMessages);
  const navigate = useNavigate();
  const wordOf = (value: Hours) => {
    const number = Number(value);
    if (number === 1) return t.lastHour;
    return number < LEAST_DAYS_HOURS ? t.lastHours(number) : t.lastDays(number / DAY_HOURS);
  };
  return (
    <Panel
      title={t.history}
      actions={
        <SelectField
          label={t.shown}
          value={hours}
          options={HOURS.map((value) => [value, wordOf(value)] as const)}
          onChange={(value) =>
            void navigate({ to: '/workflows/$name', params: { name }, search: { hours: value }, replace: true })
          }
        />
      }
    >
      <Loaded query={progress} loading={t.loadingHistory}>
        {(data) => (data.series.length === 0 ? <p className="muted">{t.noHistory}</p> : <Charts progress={data} />)}
      </Loaded>
    </Panel>
  );
}

function Charts({ progress }: { readonly progress: Progress }) {
  const t = useMessages(workflowMessages);
  const words = useMessages(vocabulary);
  const { series, now } = progress;
  const last = series.at(-1);
  // Each count is valid until the next snapshot, so the last count extends to now.
  const times = useMemo(
    () => [...series.map(({ ts }) => parseTime(ts) / SECOND_MS), parseTime(now) / SECOND_MS],
    [series, now],
  );
  return (
    <>
      <div className="history-charts">
        {SHOWN.map(({ status, color }) => {
          const values = [...series.map((entry) => entry[status]), last?.[status] ?? 0];
          return (
            <LineChart
              key={status}
              title={words[status]}
              label={`${words[status]}: ${count(values[0] ?? 0)} → ${count(values.at(-1) ?? 0)}`}
              x={times}
              isTime
              lines={[{ name: words[status], color, values }]}
              stepped
              fromZero
              syncKey={SYNC}
            />
          );
        })}
      </div>
      <p className="muted small">{t.zoomHint}</p>
    </>
  );
}
