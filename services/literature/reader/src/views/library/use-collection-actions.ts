import type { Collection } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { api } from '../../api.ts';
import { codesNow } from '../../queries/library.ts';
import { useAction } from '../../use-action.ts';
import { flat, type CollectionNode } from './collection-tree.ts';
import { sidebarMessages } from './messages.ts';

const change = async (id: number, body: { name?: string; parent_id?: number | null }) =>
  await api.patch('/api/collections/{id}', { params: { id: String(id) }, body });

/** Returns the actions for collections. Undoing a deletion creates the collections again and adds their papers. */
export function useCollectionActions() {
  const t = useMessages(sidebarMessages);
  const action = useAction();
  return {
    create: (name: string, parent_id: number | null) =>
      action.mutate(async () => {
        await api.post('/api/collections', { body: { name, parent_id } });
        return {};
      }),
    rename: ({ id, name: before }: Collection, name: string) =>
      action.mutate(async () => {
        await change(id, { name });
        return { undo: async () => await change(id, { name: before }) };
      }),
    move: ({ id, name, parent_id: before }: Collection, parent_id: number | null) =>
      action.mutate(async () => {
        await change(id, { parent_id });
        return { told: t.moved(name), undo: async () => await change(id, { parent_id: before }) };
      }),
    remove: (node: CollectionNode) =>
      action.mutate(async () => {
        const all = flat([node]);
        const papers = await Promise.all(all.map(async ({ id }) => [...(await codesNow({ directly_in: id }))]));
        await api.delete('/api/collections/{id}', { params: { id: String(node.id) } });
        return { told: t.deleted(node.name), undo: async () => await makeAnew(all, papers) };
      }),
  };
}

async function makeAnew(nodes: readonly CollectionNode[], papers: readonly (readonly string[])[]): Promise<void> {
  const made = new Map<number, number>();
  for (const [index, { id, name, parent_id }] of nodes.entries()) {
    const parent = parent_id === null ? null : (made.get(parent_id) ?? parent_id);
    const { id: now } = await api.post('/api/collections', { body: { name, parent_id: parent } });
    made.set(id, now);
    const add = papers[index] ?? [];
    if (add.length > 0)
      await api.post('/api/collections/{id}/papers', { params: { id: String(now) }, body: { add: [...add] } });
  }
}
