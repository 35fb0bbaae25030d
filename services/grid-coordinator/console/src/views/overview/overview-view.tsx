import { Loaded } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { statusQuery, workflowsQuery } from '../../queries/overview.ts';
import { usePageTitle } from '@almagest/ui/page-title';
import { Attention } from './attention.tsx';
import { ClusterTiles } from './cluster-tiles.tsx';
import { overviewMessages } from './messages.ts';
import { TopFailures } from './top-failures.tsx';
import { WorkflowList } from './workflow-list.tsx';

export function OverviewView() {
  const t = useMessages(overviewMessages);
  usePageTitle(t.title);
  const status = useQuery(statusQuery);
  const workflows = useQuery(workflowsQuery);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <Loaded query={status} loading={t.loading}>
        {(cluster) => (
          <>
            <Attention cluster={cluster} workflows={workflows.data ?? []} />
            <ClusterTiles cluster={cluster} />
          </>
        )}
      </Loaded>
      {status.data === undefined ? null : (
        <Loaded query={workflows} loading={t.loading}>
          {(list) => (
            <>
              <WorkflowList workflows={list} />
              <TopFailures workflows={list} />
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}
