import type { AdminNode, NodeInfo } from '@almagest/contracts/grid';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { statusQuery } from '../../queries/overview.ts';
import { NodePill } from '../../vocabulary.tsx';
import { nodeMessages } from './messages.ts';
import { allowedSlots } from './slots.ts';

/** Lists all nodes that are not waiting for approval. */
export function NodeTable({
  nodes,
  selected,
  onToggle,
}: {
  readonly nodes: readonly AdminNode[];
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}) {
  const t = useMessages(nodeMessages);
  const machines = useQuery(statusQuery).data?.nodes ?? [];
  const machineOf = new Map(machines.map((machine) => [machine.node_id, machine]));
  const columns: readonly CardColumn<AdminNode>[] = [
    {
      title: t.select,
      cell: ({ node_id: id }) => (
        <input type="checkbox" aria-label={t.selectNode(id)} checked={selected.has(id)} onChange={() => onToggle(id)} />
      ),
    },
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
    { title: t.load, isNumber: true, cell: (node) => loadOf(node, machineOf.get(node.node_id)) },
    { title: t.heartbeat, cell: ({ last_heartbeat: time }) => <TimeOrNone time={time} none={t.never} /> },
    {
      title: t.token,
      cell: ({ token_status: token, token_issued_at: time }) => (
        <TimeOrNone time={token === 'none' ? null : time} none={t.noToken} />
      ),
    },
  ];
  return <CardTable caption={t.title} columns={columns} rows={nodes} keyOf={({ node_id: id }) => id} />;
}

function Status({ status, message }: AdminNode) {
  return (
    <>
      <NodePill status={status} />
      {message === null ? null : <div className="muted small">{message}</div>}
    </>
  );
}

function Slots(node: AdminNode) {
  const t = useMessages(nodeMessages);
  const { running_tasks: used, admin_max_slots: quota, allowance } = node;
  return (
    <>
      {t.slotsOf(used, allowedSlots(node))}
      {quota === null ? null : <div className="muted small">{t.quotaOf(quota)}</div>}
      {allowance === null ? null : <div className="node-contested small">{t.heldTo(allowance)}</div>}
    </>
  );
}

/** Hides the load of nodes that are not online, because it is outdated. */
function loadOf({ status }: AdminNode, machine: NodeInfo | undefined): string {
  if (status !== 'online' || machine === undefined) return '–';
  return `${machine.cpu_usage.toFixed(0)} %, ${machine.memory_usage.toFixed(0)} %`;
}

function TimeOrNone({ time, none }: { readonly time: string | null; readonly none: string }) {
  return time === null ? <span className="muted">{none}</span> : <Age time={time} />;
}
