import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { failuresQuery, progressQuery, statsQuery } from '../../queries/workflow.ts';
import { usePageTitle } from '@almagest/ui/page-title';
import { WorkflowPill } from '../../vocabulary.tsx';
import { RunButton } from '../../workflow-actions.tsx';
import { WorkflowHead } from '../../workflow-head.tsx';
import { FailureGroups, SHOWN_GROUPS } from './failure-groups.tsx';
import { History } from './history.tsx';
import { workflowMessages } from './messages.ts';
import { OutlierList } from './outlier-list.tsx';
import { State } from './state.tsx';
import { WavesTable } from './waves-table.tsx';
import { WorkflowMenu } from './workflow-menu.tsx';

const route = getRouteApi('/workflows/$name');

export function WorkflowView() {
  const { name } = route.useParams();
  const { hours = '24' } = route.useSearch();
  const t = useMessages(workflowMessages);
  usePageTitle(name);
  const stats = useQuery(statsQuery(name));
  const progress = useQuery(progressQuery(name, Number(hours)));
  const failures = useQuery(failuresQuery(name, SHOWN_GROUPS));
  return (
    <div className="stack">
      <WorkflowHead name={name}>
        {stats.data === undefined ? null : (
          <div className="row">
            <WorkflowPill status={stats.data.status} />
            <RunButton name={name} status={stats.data.status} />
            <WorkflowMenu name={name} />
          </div>
        )}
      </WorkflowHead>
      <Loaded query={stats} loading={t.loading}>
        {(counts) => (
          <>
            <State stats={counts} progress={progress.data} />
            <History name={name} hours={hours} progress={progress} />
            {counts.waves.length === 0 ? null : <WavesTable name={name} waves={counts.waves} />}
            <FailureGroups name={name} failures={failures} />
            <OutlierList name={name} />
          </>
        )}
      </Loaded>
    </div>
  );
}
