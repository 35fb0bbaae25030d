import { ask } from '@almagest/ui/components/ask';
import { Button } from '@almagest/ui/components/button';
import { useMessages } from '@almagest/ui/messages';
import { tellDone, tellFault } from '@almagest/ui/notices';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { nodePageMessages } from './node-messages.ts';
import { nodeMessages } from './messages.ts';

export interface NodeSelectionProps {
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
}

/** Drains, enables or stops exactly the selected nodes. */
export function NodeSelection({ selected, onClear }: NodeSelectionProps) {
  const t = useMessages(nodeMessages);
  const actions = useMessages(nodePageMessages);
  const { drain, enable, cancel } = useSelectionActions([...selected], onClear);
  if (selected.size === 0) return null;
  return (
    <section className="node-selection row spread" aria-label={t.selection}>
      <p role="status">
        <strong>{t.selected(selected.size)}</strong>
      </p>
      <div className="row wrap">
        <Button onClick={() => void drain()}>{actions.disable}</Button>
        <Button onClick={() => void enable()}>{actions.enable}</Button>
        <Button onClick={() => void cancel()}>{actions.cancel}</Button>
        <Button kind="quiet" onClick={onClear}>
          {t.deselect}
        </Button>
      </div>
    </section>
  );
}

function useSelectionActions(ids: readonly string[], onClear: () => void) {
  const t = useMessages(nodeMessages);
  const words = useMessages(nodePageMessages);
  const client = useQueryClient();
  const run = async (work: (node_id: string) => Promise<unknown>, done: string, undo?: () => void) => {
    try {
      for (const id of ids) await work(id);
      tellDone(done, undo);
      onClear();
    } catch (error) {
      tellFault(error);
    }
    await client.invalidateQueries({ queryKey: ['nodes'] });
  };
  const enable = async () =>
    await run(
      async (node_id) => await api.post('/api/admin/nodes/{node_id}/enable', { params: { node_id } }),
      t.enabledAll(ids.length),
    );
  return {
    enable,
    drain: async () =>
      await run(
        async (node_id) => await api.post('/api/admin/nodes/{node_id}/disable', { params: { node_id } }),
        t.drainedAll(ids.length),
        () => void enable(),
      ),
    cancel: async () => {
      if (!(await ask({ title: t.cancelAll(ids.length), text: words.cancelText, confirm: words.cancel, danger: true })))
        return;
      await run(
        async (node_id) => await api.post('/api/admin/nodes/{node_id}/cancel_tasks', { params: { node_id }, body: {} }),
        words.cancelled,
      );
    },
  };
}
