import type { WorkflowSummary } from '@almagest/contracts/grid';
import { buttonClass } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Empty } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PointsBar } from '../../points-bar.tsx';
import { forecastQuery, LAST_DAY_HOURS, progressQuery } from '../../queries/workflow.ts';
import { rateMessages, rateOf } from '../../rate.ts';
import { WorkflowPill } from '../../vocabulary.tsx';
import { RunButton } from '../../workflow-actions.tsx';
import { overviewMessages } from './messages.ts';

export function WorkflowList({ workflows }: { readonly workflows: readonly WorkflowSummary[] }) {
  const t = useMessages(overviewMessages);
  const ofRate = useMessages(rateMessages);
  if (workflows.length === 0) {
    return (
      <Empty>
        <p>
          <strong>{t.none}</strong> {t.noneWhy}
        </p>
        <Link to="/new" className={buttonClass('primary')}>
          {t.create}
        </Link>
      </Empty>
    );
  }
  const columns: readonly CardColumn<WorkflowSummary>[] = [
    { title: t.name, isHead: true, cell: (workflow) => <Name {...workflow} /> },
    { title: t.status, cell: ({ status }) => <WorkflowPill status={status} /> },
    { title: t.progress, isWide: true, cell: ({ stats }) => <Progress stats={stats} /> },
    { title: ofRate.rate, cell: ({ name, status }) => (status === 'running' ? <Rate name={name} /> : '–') },
    { title: t.timeLeft, cell: ({ name, status }) => (status === 'running' ? <TimeLeft name={name} /> : '–') },
    { title: t.changed, cell: ({ updated_at: time }) => <Age time={time} /> },
    { title: t.actions, cell: ({ name, status }) => <RunButton name={name} status={status} /> },
  ];
  return (
    <Panel title={t.workflows}>
      <CardTable caption={t.workflows} columns={columns} rows={workflows} keyOf={({ name }) => name} />
    </Panel>
  );
}

function Name({ name, description }: WorkflowSummary) {
  return (
    <>
      <Link to="/workflows/$name" params={{ name }}>
        {name}
      </Link>
      {description === null || description === '' ? null : <div className="muted small">{description}</div>}
    </>
  );
}

function Rate({ name }: Pick<WorkflowSummary, 'name'>) {
  const t = useMessages(rateMessages);
  const rate = rateOf(useQuery(progressQuery(name, LAST_DAY_HOURS)).data);
  return rate === undefined ? '–' : t.perHour(rate.perHour);
}

function TimeLeft({ name }: Pick<WorkflowSummary, 'name'>) {
  const { estimate } = useFormats();
  const { data } = useQuery(forecastQuery(name));
  return data === undefined || data.median_sec === null ? '–' : estimate(data.median_sec);
}

function Progress({ stats }: Pick<WorkflowSummary, 'stats'>) {
  const t = useMessages(overviewMessages);
  if (stats === null) return <span className="muted">{t.noPoints}</span>;
  const { total, converged, failed } = stats;
  return (
    <>
      <PointsBar {...stats} />
      <span className="muted small">{t.done(converged + failed, total)}</span>
    </>
  );
}
