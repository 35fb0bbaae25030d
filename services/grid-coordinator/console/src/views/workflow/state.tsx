import type { Progress as CountedProgress, WorkflowStats } from '@almagest/contracts/grid';
import { Banner, Empty } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Progress } from '@almagest/ui/components/progress';
import { Tile, Tiles } from '@almagest/ui/components/tile';
import { count, percent } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PointsBar } from '../../points-bar.tsx';
import { forecastQuery } from '../../queries/workflow.ts';
import { rateMessages, rateOf } from '../../rate.ts';
import { workflowMessages } from './messages.ts';
import { stalledSec } from '../../stall.ts';

export interface StateProps {
  readonly stats: WorkflowStats;
  /** Undefined while loading. */
  readonly progress: CountedProgress | undefined;
}

export function State({ stats, progress }: StateProps) {
  const t = useMessages(workflowMessages);
  const { duration } = useFormats();
  const stalled = progress === undefined ? undefined : stalledSec(stats, progress);
  return (
    <>
      {stalled === undefined ? null : (
        <Banner>
          {t.stalled(duration(stalled))} <Link to="/nodes">{t.lookAtNodes}</Link>
        </Banner>
      )}
      {stats.warnings.map((warning) => (
        <Banner key={warning}>
          {warning}{' '}
          <Link to="/workflows/$name/map" params={{ name: stats.name }}>
            {t.gammaOnMap}
          </Link>
        </Banner>
      ))}
      {stats.expansion === undefined ? null : (
        <Panel title={t.beingMade}>
          <Progress label={t.points} done={stats.expansion.made} total={stats.expansion.total} isActive />
        </Panel>
      )}
      {stats.total === 0 ? (
        stats.expansion === undefined ? (
          <Empty>{t.noPoints}</Empty>
        ) : null
      ) : (
        <>
          <PointsBar {...stats} />
          <StateTiles stats={stats} progress={progress} />
        </>
      )}
    </>
  );
}

function StateTiles({ stats, progress }: StateProps) {
  const t = useMessages(workflowMessages);
  const { name, total, converged, failed, unfit, cold_run_converged, seed_step_converged, continue_converged } = stats;
  return (
    <Tiles>
      <Tile
        label={t.converged}
        value={<PointsLink name={name} search={{ status: 'converged' }} number={converged} />}
        hint={
          <>
            <div>{t.ofPoints(percent(converged, total), total)}</div>
            {converged === 0 ? null : t.ways(cold_run_converged, seed_step_converged, continue_converged)}
          </>
        }
        kind="good"
      />
      <Tile
        label={t.failed}
        value={<PointsLink name={name} search={{ status: 'failed' }} number={failed} />}
        hint={percent(failed, total)}
        kind={failed > 0 ? 'bad' : undefined}
      />
      {unfit === 0 ? null : (
        <Tile
          label={t.unfit}
          value={<PointsLink name={name} search={{ unfit: 'true' }} number={unfit} />}
          hint={t.unfitHint}
          kind="bad"
        />
      )}
      <Tile
        label={t.running}
        value={<PointsLink name={name} search={{ status: 'running' }} number={stats.running} />}
      />
      <Tile
        label={t.queued}
        value={<PointsLink name={name} search={{ status: 'queued' }} number={stats.queued} />}
        hint={t.queuedHint}
      />
      <Tile
        label={t.pending}
        value={<PointsLink name={name} search={{ status: 'pending' }} number={stats.pending} />}
        hint={t.pendingHint}
      />
      <PaceTiles stats={stats} progress={progress} />
    </Tiles>
  );
}

interface PointsLinkProps {
  readonly name: string;
  readonly search: { readonly status?: string; readonly unfit?: 'true' };
  readonly number: number;
}

function PointsLink({ name, search, number }: PointsLinkProps) {
  return (
    <Link to="/workflows/$name/points" params={{ name }} search={search}>
      {count(number)}
    </Link>
  );
}

const HOUR_SEC = 3_600;

function PaceTiles({ stats, progress }: StateProps) {
  const t = useMessages(workflowMessages);
  const { duration } = useFormats();
  const { avg_point_sec: mean, status } = stats;
  const ofRate = useMessages(rateMessages);
  const rate = rateOf(progress);
  const noRate = status === 'running' ? t.rateNone : null;
  return (
    <>
      <Tile
        label={t.meanTask}
        value={mean === null ? '–' : duration(mean)}
        hint={mean === null ? t.meanNone : t.meanHint}
      />
      <Tile
        label={ofRate.rate}
        value={rate === undefined ? '–' : ofRate.perHour(rate.perHour)}
        hint={rate === undefined ? noRate : t.rateSpan(duration(HOUR_SEC * rate.spanHours))}
      />
      <ForecastTile name={stats.name} />
    </>
  );
}

function ForecastTile({ name }: { readonly name: string }) {
  const t = useMessages(workflowMessages);
  const { estimate } = useFormats();
  const { data } = useQuery(forecastQuery(name));
  if (data === undefined) return <Tile label={t.timeLeft} value="–" />;
  const spread = (from: string, to: string) => (from === to ? null : t.between(from, to));
  const { low_sec: low, median_sec: median, high_sec: high, note } = data;
  // No work is left.
  if (high === 0) return <Tile label={t.timeLeft} value="–" />;
  return (
    <Tile
      label={t.timeLeft}
      value={median === null ? '–' : estimate(median)}
      hint={low === null || high === null ? note : spread(estimate(low), estimate(high))}
    />
  );
}
