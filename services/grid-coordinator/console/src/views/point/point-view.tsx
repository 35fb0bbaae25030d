import type { PointDetail } from '@almagest/contracts/grid';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lineageQuery } from '../../lineage/lineage-query.ts';
import { LineageTree } from '../../lineage/lineage-tree.tsx';
import { lineageMessages } from '../../lineage/messages.ts';
import { OtherPoint } from '../../lineage/other-point.tsx';
import { PointLink } from '../../point-link.tsx';
import { WorkflowHead } from '../../workflow-head.tsx';
import { Artifacts } from './artifacts.tsx';
import { Attempts } from './attempts.tsx';
import { InterpolatedSpectrum } from './interpolated-spectrum.tsx';
import { Judgements } from './judgements.tsx';
import { pointMessages } from './messages.ts';
import { PointState } from './point-state.tsx';
import { explanationQuery, pointQuery } from './queries.ts';
import { DiagnosticRecord } from './record.tsx';
import { Reproductions } from './reproductions.tsx';
import { Retry } from './retry.tsx';
import { Strategies } from './strategies.tsx';
import './point.css';

const route = getRouteApi('/workflows/$name/points/$point');

export function PointView() {
  const { name, point } = route.useParams();
  const t = useMessages(pointMessages);
  usePageTitle(point);
  return (
    <div className="stack">
      <WorkflowHead name={name} />
      <h2 className="code point-name">{point}</h2>
      <Loaded query={useQuery(pointQuery(name, point))} loading={t.loading}>
        {(data) => <Parts name={name} detail={data} />}
      </Loaded>
    </div>
  );
}

function Parts({ name, detail: { point, attempts } }: { readonly name: string; readonly detail: PointDetail }) {
  const t = useMessages(pointMessages);
  const explanation = useQuery(explanationQuery(name, point.name));
  return (
    <>
      <PointState name={name} point={point} explanation={explanation.data} />
      {explanation.data?.retry === undefined ? null : <Retry name={name} retry={explanation.data.retry} />}
      {point.status === 'converged' || explanation.data === undefined ? null : (
        <Strategies name={name} explanation={explanation.data} />
      )}
      <Panel title={t.attempts}>
        <Attempts name={name} point={point.name} attempts={attempts} />
      </Panel>
      <DiagnosticRecord name={name} point={point.name} attempts={attempts} />
      <PointLineage name={name} point={point.name} />
      <Artifacts name={name} point={point.name} />
      <InterpolatedSpectrum name={name} point={point} />
      <Reproductions name={name} point={point} />
      <Judgements name={name} point={point} />
    </>
  );
}

/** Shows the seeds that a point's model descends from, and the attempts that started from it. */
function PointLineage({ name, point }: { readonly name: string; readonly point: string }) {
  const t = useMessages(lineageMessages);
  return (
    <Panel title={t.lineage}>
      <Loaded query={useQuery(lineageQuery(name, point))} loading={t.loading}>
        {(data) => (
          <LineageTree
            lineage={data}
            renderPoint={(of, workflow) =>
              workflow === name ? <PointLink name={name} point={of} /> : <OtherPoint name={of} workflow={workflow} />
            }
          />
        )}
      </Loaded>
    </Panel>
  );
}
