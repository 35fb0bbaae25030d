import type { AdminNode } from '@almagest/contracts/grid';
import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { Panel } from '@almagest/ui/components/panel';
import { Age, LocalTime } from '@almagest/ui/components/times';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useMessages } from '@almagest/ui/messages';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { nodeMessages } from './messages.ts';
import type { SteadyRows } from './steady-rows.ts';
import './nodes.css';

/**
 * Lists pending applications. Address and time identify each application, so that approving never accepts another
 * application.
 */
export function Applications({ rows }: Pick<SteadyRows<AdminNode>, 'rows'>) {
  const t = useMessages(nodeMessages);
  if (rows.length === 0) return null;
  return (
    <Panel title={t.applications}>
      <ul className="node-applications">
        {rows.map(({ row, isGone }) => (
          <li key={`${row.node_id} ${row.applied_at}`}>
            <Application node={row} isGone={isGone} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function Application({ node, isGone }: { readonly node: AdminNode; readonly isGone: boolean }) {
  const t = useMessages(nodeMessages);
  const { node_id: id } = node;
  const decide = useDecision(node);
  return (
    <div className="node-application">
      <div>
        <strong className="node-name">{id}</strong>
        <Applicant node={node} />
      </div>
      {isGone ? <span className="muted">{t.decided(id)}</span> : null}
      <div className="row">
        <Button needs="operator" kind="primary" isBlocked={isGone} onClick={() => void decide('approve')}>
          {t.approve(id)}
        </Button>
        <Button needs="operator" kind="quiet" isBlocked={isGone} onClick={() => void decide('reject')}>
          {t.reject(id)}
        </Button>
      </div>
    </div>
  );
}

/** Shows the address, time, slots and history of an application. */
function Applicant({ node }: { readonly node: AdminNode }) {
  const t = useMessages(nodeMessages);
  return (
    <>
      <p className="muted small">
        {t.applied} <Age time={node.applied_at} /> {t.from} <code>{node.applied_from ?? t.unknownAddress}</code>
        {' · '}
        {t.offered(node.max_slots)}
      </p>
      {node.replaces === null ? null : (
        <p className="small">
          {t.replaces} <LocalTime time={node.replaces} />
        </p>
      )}
      {node.contested === null ? null : (
        <p className="node-contested small">
          {t.contested} <Age time={node.contested.at} /> {t.from}{' '}
          <code>{node.contested.address ?? t.unknownAddress}</code>
        </p>
      )}
    </>
  );
}

/** Approves an application that is not listed yet, because the list stays still under the pointer. */
export function ApproveNew({ node }: { readonly node: AdminNode }) {
  const t = useMessages(nodeMessages);
  const decide = useDecision(node);
  return (
    <Button kind="primary" onClick={() => void decide('approve')}>
      {t.approve(node.node_id)}
    </Button>
  );
}

/** Approves a rejected application. */
export function ApproveAfterAll({ node }: { readonly node: AdminNode }) {
  const t = useMessages(nodeMessages);
  const decide = useDecision(node);
  return (
    <Button needs="operator" onClick={() => void decide('approve')}>
      {t.approveAfterAll}
    </Button>
  );
}

/**
 * Asks for confirmation, then decides about the application that was shown. The server refuses if another application
 * has replaced it.
 */
function useDecision(node: AdminNode) {
  const t = useMessages(nodeMessages);
  const client = useQueryClient();
  const { node_id: id, applied_at } = node;
  return async (decision: 'approve' | 'reject') => {
    const isApproval = decision === 'approve';
    const sure = await ask({
      title: isApproval ? t.approveAsk(id) : t.rejectAsk(id),
      text: (
        <>
          <p>
            {t.applied} <LocalTime time={applied_at} /> {t.from} <code>{node.applied_from ?? t.unknownAddress}</code>
            {' · '}
            {t.offered(node.max_slots)}
          </p>
          <p>{isApproval ? t.approveText : t.rejectText}</p>
        </>
      ),
      confirm: isApproval ? t.approve(id) : t.reject(id),
      danger: !isApproval,
    });
    if (!sure) return;
    const params = { node_id: id };
    try {
      if (isApproval) await api.post('/api/admin/nodes/{node_id}/approve', { params, query: { applied_at } });
      else await api.post('/api/admin/nodes/{node_id}/reject', { params });
      tellDone(isApproval ? t.approved(id) : t.rejected(id));
    } catch (error) {
      tellFault(error);
    }
    await client.invalidateQueries({ queryKey: ['nodes'] });
  };
}
