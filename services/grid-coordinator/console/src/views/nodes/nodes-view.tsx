import type { AdminNode } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Empty, Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePageTitle } from '@almagest/ui/page-title';
import { NodePill } from '../../vocabulary.tsx';
import { Applications, ApproveNew } from './applications.tsx';
import { FleetHistory } from './fleet-history.tsx';
import { nodeMessages } from './messages.ts';
import { NodeSelection } from './node-selection.tsx';
import { NodeDensity, NodeTable } from './node-table.tsx';
import { nodesQuery } from './queries.ts';
import { useHold, useSteadyRows } from './steady-rows.ts';
import './nodes.css';

const route = getRouteApi('/nodes');

/** Lists pending applications first, then all other nodes. */
export function NodesView() {
  const t = useMessages(nodeMessages);
  usePageTitle(t.title);
  const nodes = useQuery(nodesQuery);
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="stack">
      <div className="row spread">
        <h1>{t.title}</h1>
        <TextField
          label={t.search}
          type="search"
          autoComplete="off"
          value={q}
          onChange={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: q !== '' })}
        />
      </div>
      <Loaded query={nodes} loading={t.loading}>
        {(list) => <NodeLists nodes={list} contains={q} />}
      </Loaded>
    </div>
  );
}

const applicationKey = ({ node_id: id, applied_at: at }: AdminNode) => `${id} ${at}`;
const nodeKey = ({ node_id: id }: AdminNode) => id;

interface NodeListsProps {
  readonly nodes: readonly AdminNode[];
  /** Shows only nodes whose name contains this text. */
  readonly contains: string;
}

function NodeLists({ nodes, contains }: NodeListsProps) {
  const t = useMessages(nodeMessages);
  const [waiting, known] = useMemo(() => {
    const named = nodes.filter(({ node_id: id }) => id.includes(contains.trim()));
    return [
      named
        .filter(({ status }) => status === 'pending_approval')
        .toSorted((a, b) => a.applied_at.localeCompare(b.applied_at)),
      named.filter(({ status }) => status !== 'pending_approval'),
    ];
  }, [nodes, contains]);
  const { isHeld, release, holder } = useHold();
  const applications = useSteadyRows(waiting, applicationKey, isHeld);
  const rows = useSteadyRows(known, nodeKey, isHeld);
  if (nodes.length === 0 && applications.rows.length === 0)
    return (
      <Empty>
        <p>
          <strong>{t.none}</strong> {t.noneWhy}
        </p>
      </Empty>
    );
  const further = applications.further.length + rows.further.length;
  const [newest] = applications.further;
  const isNothingFound = applications.rows.length + rows.rows.length + further === 0;
  return (
    <>
      {/* The button belongs to the held area. Otherwise, the button would disappear while the user moves to it. */}
      <div className="stack" {...holder}>
        {/* Reserves its space, so that nothing below moves when it appears. */}
        <div className={further === 0 ? 'node-further none' : 'node-further'}>
          <StatusCounts nodes={nodes} />
          <div className="row">
            {newest === undefined ? null : <ApproveNew node={newest} />}
            <Button onClick={release}>{t.further(further)}</Button>
          </div>
        </div>
        {isNothingFound ? <Empty>{t.noneFound(contains)}</Empty> : null}
        <Applications rows={applications.rows} />
        {rows.rows.length === 0 ? null : (
          <Panel title={t.title} actions={<NodeDensity />}>
            <SelectableNodes nodes={rows.rows.map(({ row }) => row)} />
          </Panel>
        )}
      </div>
      {known.length === 0 ? null : <FleetHistory />}
    </>
  );
}

function SelectableNodes({ nodes }: Pick<NodeListsProps, 'nodes'>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = selected.intersection(new Set(nodes.map(nodeKey)));
  return (
    <>
      <NodeSelection selected={shown} onClear={() => setSelected(new Set())} />
      <NodeTable
        nodes={nodes}
        selected={shown}
        onToggle={(id) => setSelected((before) => before.symmetricDifference(new Set([id])))}
      />
    </>
  );
}

const STATUSES = ['pending_approval', 'online', 'offline', 'disabled', 'rejected'] as const;

function StatusCounts({ nodes }: Pick<NodeListsProps, 'nodes'>) {
  const counts = STATUSES.map((status) => ({ status, n: nodes.filter((node) => node.status === status).length }));
  return (
    <p className="row">
      {counts
        .filter(({ n }) => n > 0)
        .map(({ status, n }) => (
          <span key={status}>
            <NodePill status={status} /> {n}
          </span>
        ))}
    </p>
  );
}
