import type { ClusterStatus, WorkflowSummary } from '@almagest/contracts/grid';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Tile, Tiles } from '@almagest/ui/components/tile';
import { parseTime, count, percent } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { usePageTitle } from '@almagest/ui/page-title';
import { useQuery } from '@tanstack/react-query';
import { FailureList } from '../../failure-list.tsx';
import { statusQuery, workflowsQuery } from '../../queries/overview.ts';
import { failuresQuery } from '../../queries/workflow.ts';
import { Attention } from './attention.tsx';
import { overviewMessages } from './messages.ts';
import { WorkflowList } from './workflow-list.tsx';

const SHOWN_GROUPS = 3;

/** Failures of workflows that completed longer ago are not worth showing. */
const RECENT_MS = 7 * 24 * 3_600_000;

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

/** Shows the most frequent failures of each workflow that is active or completed within the last seven days. */
function TopFailures({ workflows }: { readonly workflows: readonly WorkflowSummary[] }) {
  const since = Date.now() - RECENT_MS;
  return workflows
    .filter(({ stats }) => (stats?.failed ?? 0) > 0)
    .filter(({ status, updated_at: changed }) => status !== 'completed' || parseTime(changed) > since)
    .map(({ name }) => <OfWorkflow key={name} name={name} />);
}

function OfWorkflow({ name }: { readonly name: string }) {
  const t = useMessages(overviewMessages);
  const { data } = useQuery(failuresQuery(name, SHOWN_GROUPS));
  if (data === undefined || data.total === 0) return null;
  return (
    <Panel title={`${t.topFailures}: ${name}`}>
      <FailureList name={name} groups={data.groups} />
    </Panel>
  );
}

function ClusterTiles({ cluster }: { readonly cluster: ClusterStatus }) {
  const t = useMessages(overviewMessages);
  const { nodes, nodes_online: online, total_active_slots: used, total_max_slots: slots, grid_stats: points } = cluster;
  const known = nodes.filter(({ status }) => status !== 'rejected' && status !== 'pending_approval').length;
  const offline = nodes.filter(({ status }) => status === 'offline').length;
  const { total, converged, failed, running, queued, pending } = points;
  return (
    <Tiles>
      <Tile
        label={t.nodesOnline}
        value={t.of(online, known)}
        hint={offline > 0 ? t.offline(offline) : null}
        kind={online === 0 && known > 0 ? 'bad' : undefined}
      />
      <Tile label={t.slots} value={t.of(used, slots)} />
      <Tile
        label={t.converged}
        value={count(converged)}
        hint={t.ofPoints(percent(converged, total), total)}
        kind="good"
      />
      <Tile
        label={t.failed}
        value={count(failed)}
        hint={failed > 0 ? percent(failed, total) : null}
        kind={failed > 0 ? 'bad' : undefined}
      />
      <Tile label={t.running} value={count(running)} />
      <Tile label={t.waiting} value={count(queued + pending)} hint={t.queuedAndPending(queued, pending)} />
    </Tiles>
  );
}
