import type { ConfigurationPlan, PlannedWork } from '@almagest/contracts/grid';
import { Panel } from '@almagest/ui/components/panel';
import { Tile, Tiles } from '@almagest/ui/components/tile';
import { useMessages } from '@almagest/ui/messages';
import { useFormats } from '@almagest/ui/use-formats';
import { configurationMessages } from './messages.ts';

export function PlanPanel({ plan }: { readonly plan: ConfigurationPlan }) {
  const t = useMessages(configurationMessages);
  const { count, percent } = useFormats();
  const { gamma, points: hard, unbound } = plan.predicted_failures;
  return (
    <Panel title={t.plan}>
      <Tiles compact>
        <Tile label={t.points} value={count(plan.points)} />
        <Tile label={t.waves} value={plan.wave_count === null ? t.manyWaves : count(plan.wave_count)} />
        <Tile
          label={t.failures}
          value={hard === 0 ? '0' : `${count(hard)} (${percent(hard, plan.points)})`}
          hint={hard === 0 ? null : t.failuresHint(gamma, unbound)}
          kind={hard === 0 ? undefined : 'bad'}
        />
        {plan.work === null ? <Tile label={t.work} value="–" hint={plan.work_note} /> : <WorkTile work={plan.work} />}
      </Tiles>
      <PointLists plan={plan} />
    </Panel>
  );
}

/** Lists the first and last points. A small grid is listed once, as a whole. */
function PointLists({ plan }: { readonly plan: ConfigurationPlan }) {
  const t = useMessages(configurationMessages);
  const { points, first_points: first, last_points: last } = plan;
  if (points > first.length + last.length) {
    return (
      <>
        <PointList title={t.first} points={first} />
        <PointList title={t.last} points={last} />
      </>
    );
  }
  const shown = new Set(first.map(({ name }) => name));
  return <PointList title={t.all} points={[...first, ...last.filter(({ name }) => !shown.has(name))]} />;
}

function WorkTile({ work }: { readonly work: PlannedWork }) {
  const t = useMessages(configurationMessages);
  const { estimate } = useFormats();
  const { attempts, workflow } = work.based_on;
  const alone = work.alone_sec === null ? t.noSlots : t.workHint(estimate(work.alone_sec), work.slots);
  return (
    <Tile label={t.work} value={estimate(work.slot_seconds)} hint={`${alone}; ${t.measuredBy(attempts, workflow)}`} />
  );
}

interface PointListProps {
  readonly title: string;
  readonly points: ConfigurationPlan['first_points'];
}

function PointList({ title, points }: PointListProps) {
  const t = useMessages(configurationMessages);
  if (points.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ol className="configuration-points">
        {points.map(({ name, wave }) => (
          <li key={name}>
            <code>{name}</code> <span className="muted small">{t.waveOf(wave)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
