import type { AdminNode } from '@almagest/contracts/grid';
import { ask, type Question } from '@almagest/ui/components/ask';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useMessages } from '@almagest/ui/messages';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { nodePageMessages } from './node-messages.ts';

type Reply = Promise<{ readonly message: string }>;

/** Returns the actions on an approved node. Each action resolves to whether it succeeded. */
export function useNodeActions({ node_id: id, admin_max_slots: quota }: AdminNode) {
  const t = useMessages(nodePageMessages);
  const client = useQueryClient();
  const params = { node_id: id };
  const run = async (work: () => Reply, done: string, undo?: () => void): Promise<boolean> => {
    try {
      await work();
      tellDone(done, undo);
      return true;
    } catch (error) {
      tellFault(error);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ['nodes'] });
    }
  };
  const sure = async (question: Question, work: () => Reply, done: string) =>
    (await ask(question)) && (await run(work, done));
  const disable = async () =>
    await run(
      async () => await api.post('/api/admin/nodes/{node_id}/disable', { params }),
      t.disabled(id),
      () => void enable(),
    );
  const enable = async () =>
    await run(async () => await api.post('/api/admin/nodes/{node_id}/enable', { params }), t.enabled(id));
  const setQuota = async (most: number | null): Promise<boolean> =>
    await run(
      async () => await api.post('/api/admin/nodes/{node_id}/quota', { params, body: { admin_max_slots: most } }),
      t.quotaSet,
      () => void setQuota(quota),
    );
  return {
    disable,
    enable,
    setQuota,
    cancelTasks: async () =>
      await sure(
        { title: t.cancelAsk(id), text: t.cancelText, confirm: t.cancel, danger: true },
        async () => await api.post('/api/admin/nodes/{node_id}/cancel_tasks', { params, body: {} }),
        t.cancelled,
      ),
    /** Removes the node. `leave` opens another page, because this node's page no longer exists. */
    remove: async (leave: () => Promise<void>) =>
      await sure(
        { title: t.removeAsk(id), text: t.removeText, confirm: `${t.remove} ${id}`, danger: true },
        async () => {
          const reply = await api.delete('/api/admin/nodes/{node_id}', { params });
          await leave();
          return reply;
        },
        t.removed(id),
      ),
  };
}
