import type { AdminNode } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { useKeptText } from '@almagest/ui/kept-text';
import { useMessages } from '@almagest/ui/messages';
import { useStillHere } from '@almagest/ui/still-here';
import { useNavigate } from '@tanstack/react-router';
import { ApproveAfterAll } from './applications.tsx';
import { nodePageMessages } from './node-messages.ts';
import { ReissueButton } from './reissue-button.tsx';
import { useNodeActions } from './use-node-actions.ts';

/** Shows the actions for a node's status, always in the same order. */
export function NodeActions({ node }: { readonly node: AdminNode }) {
  const t = useMessages(nodePageMessages);
  const actions = useNodeActions(node);
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const { status, running_tasks: running } = node;
  const isApproved = status !== 'rejected';
  const remove = async () =>
    await actions.remove(async () => {
      if (isStillHere()) await navigate({ to: '/nodes' });
    });
  return (
    <>
      <div className="node-actions">
        {isApproved && status !== 'disabled' ? (
          <Button needs="operator" onClick={() => void actions.disable()}>
            {t.disable}
          </Button>
        ) : null}
        {status === 'disabled' ? (
          <Button needs="operator" onClick={() => void actions.enable()}>
            {t.enable}
          </Button>
        ) : null}
        {isApproved ? (
          <>
            <Button needs="operator" isBlocked={running === 0} onClick={() => void actions.cancelTasks()}>
              {t.cancel}
            </Button>
            <ReissueButton node={node.node_id} />
          </>
        ) : null}
        {isApproved ? null : <ApproveAfterAll node={node} />}
        <Button needs="administrator" kind="danger" isBlocked={status === 'online'} onClick={() => void remove()}>
          {t.remove}
        </Button>
      </div>
      {isApproved ? <NodeQuota node={node} /> : null}
    </>
  );
}

/** Sets the maximum number of tasks that a node may run at once. */
export function NodeQuota({ node }: { readonly node: AdminNode }) {
  // Keeps the typed value unless the quota was changed in the meantime.
  return <QuotaForm key={node.admin_max_slots} node={node} />;
}

function QuotaForm({ node }: { readonly node: AdminNode }) {
  const t = useMessages(nodePageMessages);
  const { setQuota } = useNodeActions(node);
  const set = node.admin_max_slots === null ? '' : String(node.admin_max_slots);
  const { text, set: type, forget } = useKeptText(`quota ${node.node_id}`, set);
  const save = async () => {
    if (await setQuota(text === '' ? null : Number(text))) forget();
  };
  const isValid = text === '' || (/^\d{1,4}$/.test(text) && Number(text) <= 4096);
  return (
    <Form
      className="node-quota"
      onSubmit={() => {
        if (isValid) void save();
      }}
    >
      <TextField
        label={t.quota}
        inputMode="numeric"
        placeholder={t.quotaHint}
        value={text}
        onChange={type}
        fault={isValid ? undefined : t.quotaFault}
      />
      <Button needs="operator" type="submit" disabled={!isValid}>
        {t.saveQuota}
      </Button>
    </Form>
  );
}
