import type { Lineage, PointDetail, PointExplanation } from '@almagest/contracts/grid';
import { Button, buttonClass } from '@almagest/ui/components/button';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { changedBy } from '@almagest/ui/live-queries';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { lineageQuery } from '../../lineage/lineage-query.ts';
import { LineageTree } from '../../lineage/lineage-tree.tsx';
import { lineageMessages } from '../../lineage/messages.ts';
import { OtherPoint } from '../../lineage/other-point.tsx';
import { PointPill } from '../../vocabulary.tsx';
import { Attempts } from '../point/attempts.tsx';
import { pointMessages } from '../point/messages.ts';
import { DiagnosticRecord } from '../point/record.tsx';
import { AXIS_NAMES } from '../../axis-names.ts';
import { useMapState } from './map-state.ts';
import { mapMessages } from './messages.ts';
import { AXES } from './shape.ts';

const POINT_REST_MS = 2_000;

function pointQuery(workflow: string, point: string) {
  const params = { name: workflow, point };
  return queryOptions({
    queryKey: ['workflow', workflow, 'map-point', point],
    queryFn: async ({ signal }) => {
      const [detail, explanation] = await Promise.all([
        api.get('/api/workflows/{name}/points/{point}', { params, signal }),
        api.get('/api/workflows/{name}/points/{point}/explain', { params, signal }),
      ]);
      return { ...detail.data, explanation: explanation.data };
    },
    meta: changedBy(({ kind, name }) => kind === 'points' && name === workflow, POINT_REST_MS),
  });
}

export function PointCard({
  point,
  isDrawn,
  onDraw,
}: {
  readonly point: string;
  readonly isDrawn: boolean;
  readonly onDraw: (isDrawn: boolean) => void;
}) {
  const t = useMessages(mapMessages);
  const ofLineage = useMessages(lineageMessages);
  const { workflow, go } = useMapState();
  const detail = useQuery(pointQuery(workflow, point));
  const lineage = useQuery(lineageQuery(workflow, point));
  return (
    <>
      <Panel
        title={<span className="code">{point}</span>}
        actions={<Button onClick={() => go({ point: undefined })}>{t.close}</Button>}
      >
        <div className="panel-body stack map-card">
          <Loaded query={detail} loading={t.loading}>
            {(data) => <PointFacts {...data} />}
          </Loaded>
        </div>
      </Panel>
      {detail.data === undefined || detail.data.attempts.length === 0 ? null : (
        <DiagnosticRecord name={workflow} point={point} attempts={detail.data.attempts} />
      )}
      <Panel title={ofLineage.lineage}>
        <div className="panel-body stack map-card">
          <Loaded query={lineage} loading={ofLineage.loading}>
            {(data: Lineage) => (
              <>
                <label className="row">
                  <input type="checkbox" checked={isDrawn} onChange={(event) => onDraw(event.target.checked)} />
                  {t.showLineage}
                </label>
                <LineageTree
                  lineage={data}
                  renderPoint={(name, of) =>
                    of === workflow ? <CardButton point={name} /> : <OtherPoint name={name} workflow={of} />
                  }
                />
              </>
            )}
          </Loaded>
        </div>
      </Panel>
    </>
  );
}

/** Opens the card of another point. */
function CardButton({ point }: { readonly point: string }) {
  const { go } = useMapState();
  return (
    <button type="button" className="map-entry code" onClick={() => go({ point })}>
      {point}
    </button>
  );
}

function PointFacts({ point, attempts, explanation }: PointDetail & { readonly explanation: PointExplanation }) {
  const t = useMessages(mapMessages);
  const ofPoint = useMessages(pointMessages);
  const { workflow } = useMapState();
  const { reason, retry } = explanation;
  return (
    <>
      <p className="row wrap">
        <PointPill status={point.status} />
        {AXES.map((axis) => (
          <span key={axis} className="small">
            {AXIS_NAMES[axis]} <strong>{point[axis]}</strong>
          </span>
        ))}
      </p>
      <p>{reason}</p>
      {retry === undefined ? null : <p>{ofPoint.outlook(retry.outlook, retry.reason)}</p>}
      <p className="row wrap">
        <Link
          to="/workflows/$name/points/$point"
          params={{ name: workflow, point: point.name }}
          className={buttonClass()}
        >
          {t.whole}
        </Link>
        {point.status === 'failed' ? (
          <Button
            needs="operator"
            {...(retry?.outlook === 'possible' ? { kind: 'primary' as const } : {})}
            onClick={() => void tryAgain(workflow, point.name, t.rearmed)}
          >
            {t.tryAgain}
          </Button>
        ) : null}
      </p>
      <h3>{t.attemptList}</h3>
      <Attempts name={workflow} point={point.name} attempts={attempts} />
    </>
  );
}

async function tryAgain(name: string, point: string, told: (n: number) => string): Promise<void> {
  try {
    const { data } = await api.post('/api/workflows/{name}/points/rearm', { params: { name }, body: { point } });
    tellDone(told(data.rearmed));
  } catch (error) {
    tellFault(error);
  }
}
