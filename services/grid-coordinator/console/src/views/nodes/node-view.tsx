import type { AdminNode, NodeDetail } from '@almagest/contracts/grid';
import { Banner, Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Tile, Tiles } from '@almagest/ui/components/tile';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { usePageTitle } from '@almagest/ui/page-title';
import { NodePill } from '../../vocabulary.tsx';
import { Application } from './applications.tsx';
import { gigabytes, useMachineWord } from './machine.ts';
import { nodeMessages } from './messages.ts';
import { FleetHistory } from './fleet-history.tsx';
import { NodeActions, NodeQuota } from './node-actions.tsx';
import { HistoryTable, RegistrationTable, RunningTable } from './node-tables.tsx';
import { nodePageMessages } from './node-messages.ts';
import { nodeQuery } from './queries.ts';
import { allowedSlots } from './slots.ts';
import './nodes.css';

const route = getRouteApi('/nodes/$node');

export function NodeView() {
  const t = useMessages(nodePageMessages);
  const { node: id } = route.useParams();
  usePageTitle(id);
  const query = useQuery(nodeQuery(id));
  return (
    <div className="stack">
      <div className="row">
        <h1 className="node-name">{id}</h1>
        {query.data === undefined ? null : <NodePill status={query.data.node.status} />}
      </div>
      <Link to="/nodes">{t.back}</Link>
      <Loaded query={query} loading={t.loading}>
        {(detail) => <Detail {...detail} />}
      </Loaded>
    </div>
  );
}

function Detail(detail: NodeDetail) {
  const t = useMessages(nodePageMessages);
  const { node, running, history, history_attempts: attempts, registrations } = detail;
  return (
    <>
      {node.status === 'pending_approval' ? (
        <>
          <Application node={node} isGone={false} />
          <NodeQuota node={node} />
        </>
      ) : (
        <>
          {node.message === null ? null : <Banner>{node.message}</Banner>}
          <NodeActions node={node} />
        </>
      )}
      <MachineTiles {...detail} />
      {node.status === 'pending_approval' ? null : <FleetHistory node={node.node_id} />}
      <Panel title={t.running}>
        <RunningTable tasks={running} />
      </Panel>
      <Panel title={t.history}>
        {history.length === 0 ? (
          <p className="muted">{t.noHistory}</p>
        ) : (
          <>
            <p className="muted small">{t.historyWhy(attempts)}</p>
            <HistoryTable history={history} />
          </>
        )}
      </Panel>
      <Panel title={t.registrations}>
        {registrations.length === 0 ? (
          <p className="muted">{t.noRegistrations}</p>
        ) : (
          <RegistrationTable registrations={registrations} />
        )}
      </Panel>
    </>
  );
}

function MachineTiles({ node, machine }: NodeDetail) {
  const [t, common] = [useMessages(nodePageMessages), useMessages(nodeMessages)];
  const engine = [machine.engine_name, machine.engine_version].filter((word) => word !== null).join(' ');
  const limits = [
    ...(node.admin_max_slots === null ? [] : [common.quotaOf(node.admin_max_slots)]),
    ...(node.allowance === null ? [] : [common.heldTo(node.allowance)]),
  ];
  return (
    <Tiles>
      <Tile
        label={common.slots}
        value={common.slotsOf(node.running_tasks, allowedSlots(node))}
        hint={limits.join(', ')}
      />
      <Tile label={t.load} value={`${machine.cpu_usage.toFixed(0)} %`} />
      <Tile label={t.memory} value={`${machine.memory_usage.toFixed(0)} %`} />
      <ReportedTiles {...node} />
      <Tile
        label={common.heartbeat}
        value={node.last_heartbeat === null ? common.never : <Age time={node.last_heartbeat} />}
      />
      <Tile
        label={common.token}
        value={
          node.token_status === 'none' || node.token_issued_at === null ? (
            common.noToken
          ) : (
            <Age time={node.token_issued_at} />
          )
        }
      />
      <Tile
        label={t.agent}
        value={machine.agent_version ?? '–'}
        hint={machine.agent_version === null ? t.notReported : null}
      />
      <Tile label={t.engine} value={engine === '' ? '–' : engine} hint={engine === '' ? t.notReported : null} />
      <Tile
        label={common.applied}
        value={<Age time={node.applied_at} />}
        hint={`${common.from} ${node.applied_from ?? common.unknownAddress}`}
      />
    </Tiles>
  );
}

function ReportedTiles({ machine, host }: AdminNode) {
  const [t, common] = [useMessages(nodePageMessages), useMessages(nodeMessages)];
  const machineWordOf = useMachineWord();
  const hint = machine === null ? t.notReported : host;
  return (
    <>
      <Tile label={common.machine} value={machineWordOf(machine)} hint={hint} />
      {machine === null ? null : (
        <Tile label={t.freeDisk} value={`${gigabytes(machine.free_disk_gb)} GB`} hint={t.freeDiskAt} />
      )}
      {machine === null || machine.tags.length === 0 ? null : <Tile label={t.tags} value={machine.tags.join(', ')} />}
    </>
  );
}
