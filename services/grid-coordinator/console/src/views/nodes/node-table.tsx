import type { AdminNode, NodeInfo } from '@almagest/contracts/grid';
import { useColumnWidths } from '@almagest/ui/column-widths';
import { Button } from '@almagest/ui/components/button';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Age } from '@almagest/ui/components/times';
import { useMessages } from '@almagest/ui/messages';
import { storedValue, useStoredValue } from '@almagest/ui/stored-value';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { statusQuery } from '../../queries/overview.ts';
import { NodePill } from '../../vocabulary.tsx';
import { useMachineWord } from './machine.ts';
import { nodeMessages } from './messages.ts';
import { allowedSlots } from './slots.ts';

/** The height of rows, which this browser remembers. */
const density = storedValue('almagest.nodes.rows', ['normal', 'compact'], () => 'normal');

export function NodeDensity() {
  const t = useMessages(nodeMessages);
  const isCompact = useStoredValue(density) === 'compact';
  return (
    <span className="node-density">
      <Button kind="quiet" aria-pressed={isCompact} onClick={() => density.write(isCompact ? 'normal' : 'compact')}>
        {t.compact}
      </Button>
    </span>
  );
}

export interface NodeTableProps {
  readonly nodes: readonly AdminNode[];
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/** Lists all nodes that are not waiting for approval. */
export function NodeTable({ nodes, ...selection }: NodeTableProps) {
  const t = useMessages(nodeMessages);
  const isCompact = useStoredValue(density) === 'compact';
  const sizes = useColumnWidths('almagest.nodes.widths');
  const columns = useColumns(selection);
  return (
    <CardTable
      caption={t.title}
      columns={columns}
      rows={nodes}
      keyOf={({ node_id: id }) => id}
      {...{ isCompact, sizes }}
    />
  );
}

function useColumns({ selected, onToggle }: Omit<NodeTableProps, 'nodes'>): readonly CardColumn<AdminNode>[] {
  const t = useMessages(nodeMessages);
  const infos = useQuery(statusQuery).data?.nodes ?? [];
  const infoOf = new Map(infos.map((info) => [info.node_id, info]));
  return [
    {
      title: t.select,
      cell: ({ node_id: id }) => (
        <input type="checkbox" aria-label={t.selectNode(id)} checked={selected.has(id)} onChange={() => onToggle(id)} />
      ),
    },
    {
      title: t.node,
      id: 'node',
      isHead: true,
      cell: ({ node_id: node }) => (
        <Link to="/nodes/$node" params={{ node }} className="node-name">
          {node}
        </Link>
      ),
    },
    { title: t.status, id: 'status', isWide: true, cell: (node) => <Status {...node} /> },
    { title: t.slots, id: 'slots', isNumber: true, cell: (node) => <Slots {...node} /> },
    { title: t.load, id: 'load', isNumber: true, cell: (node) => loadOf(node, infoOf.get(node.node_id)) },
    { title: t.machine, id: 'machine', cell: (node) => <Machine {...node} /> },
    {
      title: t.heartbeat,
      id: 'heartbeat',
      cell: ({ last_heartbeat: time }) => <TimeOrNone time={time} none={t.never} />,
    },
    {
      title: t.token,
      id: 'token',
      cell: ({ token_status: token, token_issued_at: time }) => (
        <TimeOrNone time={token === 'none' ? null : time} none={t.noToken} />
      ),
    },
  ];
}

function Machine({ machine }: AdminNode) {
  const wordOf = useMachineWord();
  return (
    <>
      {wordOf(machine)}
      {machine === null || machine.tags.length === 0 ? null : (
        <div className="muted small">{machine.tags.join(', ')}</div>
      )}
    </>
  );
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
function loadOf({ status }: AdminNode, info: NodeInfo | undefined): string {
  if (status !== 'online' || info === undefined) return '–';
  return `${info.cpu_usage.toFixed(0)} %, ${info.memory_usage.toFixed(0)} %`;
}

function TimeOrNone({ time, none }: { readonly time: string | null; readonly none: string }) {
  return time === null ? <span className="muted">{none}</span> : <Age time={time} />;
}
