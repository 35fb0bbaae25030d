import type { AdminNode } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePageTitle } from '../../shell/page-title.ts';
import { NodePill } from '../../vocabulary.tsx';
import { Applications } from './applications.tsx';
import { nodeMessages } from './messages.ts';
import { nodesQuery } from './queries.ts';
import { useSteadyRows } from './steady-rows.ts';
import './nodes.css';

/** All nodes: who waits for a decision first, then those that compute or did. */
export function NodesView() {
  const t = useMessages(nodeMessages);
  usePageTitle(t.title);
  const nodes = useQuery(nodesQuery);
  return (
    <div className="stack">
      <h1>{t.title}</h1>
      <Loaded query={nodes} loading={t.loading}>
        {(list) => <NodeLists nodes={list} />}
      </Loaded>
    </div>
  );
}

const applicationKey = ({ node_id: id, applied_at: at }: AdminNode) => `${id} ${at}`;
const nodeKey = ({ node_id: id }: AdminNode) => id;

function NodeLists({ nodes }: { readonly nodes: readonly AdminNode[] }) {
  const t = useMessages(nodeMessages);
  const [waiting, known] = useMemo(
    () => [
      nodes
        .filter(({ status }) => status === 'pending_approval')
        .toSorted((a, b) => a.applied_at.localeCompare(b.applied_at)),
      nodes.filter(({ status }) => status !== 'pending_approval'),
    ],
    [nodes],
  );
  const applications = useSteadyRows(waiting, applicationKey);
  const rows = useSteadyRows(known, nodeKey);
  if (nodes.length === 0 && applications.rows.length === 0)
    return (
      <Empty>
        <p>
          <strong>{t.none}</strong> {t.noneWhy}
        </p>
      </Empty>
    );
  return (
    <>
      <Applications steady={applications} />
      {rows.rows.length === 0 && rows.further === 0 ? null : (
        <Panel title={t.title}>
          <div {...rows.holder}>
            <NodeTable nodes={rows.rows.map(({ row }) => row)} />
          </div>
          {rows.further === 0 ? null : <Button onClick={rows.showFurther}>{t.further(rows.further)}</Button>}
        </Panel>
      )}
    </>
  );
}

function NodeTable({ nodes }: { readonly nodes: readonly AdminNode[] }) {
  const t = useMessages(nodeMessages);
  const columns: readonly CardColumn<AdminNode>[] = [
    {
      title: t.node,
      isHead: true,
      cell: ({ node_id: node }) => (
        <Link to="/nodes/$node" params={{ node }} className="node-name">
          {node}
        </Link>
      ),
    },
    { title: t.status, isWide: true, cell: (node) => <Status {...node} /> },
    { title: t.slots, isNumber: true, cell: (node) => <Slots {...node} /> },
    {
      title: t.heartbeat,
      cell: ({ last_heartbeat: time }) =>
        time === null ? <span className="muted">{t.never}</span> : <Age time={time} />,
    },
  ];
  return <CardTable caption={t.title} columns={columns} rows={nodes} keyOf={nodeKey} />;
}

function Status({ status, message }: AdminNode) {
  return (
    <>
      <NodePill status={status} />
      {message === null ? null : <div className="muted small">{message}</div>}
    </>
  );
}

function Slots({ running_tasks: used, max_slots: slots, admin_max_slots: quota }: AdminNode) {
  const t = useMessages(nodeMessages);
  return (
    <>
      {t.slotsOf(used, slots)}
      {quota === null ? null : <div className="muted small">{t.quotaOf(quota)}</div>}
    </>
  );
}
