import type { Collection, ExportFormat, LibraryOrder, ReadingState } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { api } from '../../api.ts';
import { codesNow } from '../../queries/library.ts';
import { saveExport, type ChosenStyle } from '../../save-file.ts';
import { useAction, type Done } from '../../use-action.ts';
import { actionMessages } from './messages.ts';
import { STATES } from './reading-states.ts';
import { expectChange } from '../../use-held-list.ts';

type Codes = readonly string[];

/** Papers per request. A selection can be larger. */
const AT_ONCE = 5_000;
const MOST_IN_BATCH = 10_000;

async function inParts(codes: Codes, send: (bibcodes: string[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < codes.length; start += AT_ONCE) await send(codes.slice(start, start + AT_ONCE));
}

/** Returns the codes that match a condition. Undo then changes back only these papers. */
async function thoseOf(codes: Codes, condition: LibraryOrder): Promise<Codes> {
  const found = await codesNow(condition);
  return codes.filter((code) => found.has(code));
}

const others = (codes: Codes, known: Codes): Codes => {
  const out = new Set(known);
  return codes.filter((code) => !out.has(code));
};

const mark = (codes: Codes, marks: { reading_state: ReadingState } | { is_starred: boolean }) =>
  inParts(codes, async (bibcodes) => await api.post('/api/library/marks', { body: { bibcodes, ...marks } }));

const tag = (codes: Codes, change: Change, name: string) =>
  inParts(codes, async (bibcodes) => await api.post('/api/tags', { body: { bibcodes, [change]: [name] } }));

const collect = (codes: Codes, change: Change, { id }: NamedCollection) =>
  inParts(codes, async (bibcodes) => {
    const params = { id: String(id) };
    return await api.post('/api/collections/{id}/papers', { params, body: { [change]: bibcodes } });
  });

const moveTo = (place: 'trash' | 'restore', codes: Codes) =>
  inParts(codes, async (bibcodes) => {
    expectChange();
    await (place === 'trash'
      ? api.post('/api/library/trash', { body: { bibcodes } })
      : api.post('/api/library/restore', { body: { bibcodes } }));
  });

const OPPOSITE = { add: 'remove', remove: 'add', trash: 'restore', restore: 'trash' } as const;

/** Returns the actions for papers of the library. All except exports and batches can be undone. */
export function usePaperActions() {
  const t = useMessages(actionMessages);
  const action = useAction();
  const act = (run: () => Promise<Done>) => action.mutate(run);
  return {
    isPending: action.isPending,
    star: (codes: Codes, isStarred: boolean) => act(async () => await starAll(codes, isStarred, t)),
    setState: (codes: Codes, state: ReadingState) => act(async () => await setStates(codes, state, t)),
    tag: (codes: Codes, change: Change, name: string) => act(async () => await tagAll(codes, change, name, t)),
    collect: (codes: Codes, change: Change, collection: NamedCollection) =>
      act(async () => await collectAll(codes, change, collection, t)),
    collectInNew: (codes: Codes, name: string) =>
      act(async () => await collectAll(codes, 'add', await api.post('/api/collections', { body: { name } }), t)),
    move: (codes: Codes, place: 'trash' | 'restore') =>
      act(async () => {
        await moveTo(place, codes);
        const told = place === 'trash' ? t.trashed(codes.length) : t.restored(codes.length);
        return { told, undo: async () => await moveTo(OPPOSITE[place], codes) };
      }),
    markWithoutText: (codes: Codes) =>
      act(async () => {
        await markNoResource(codes, false);
        return { told: t.withoutText(codes.length), undo: async () => await markNoResource(codes, true) };
      }),
    runBatch: (codes: Codes, batch: 'all' | 'translate') =>
      act(async () => {
        if (codes.length > MOST_IN_BATCH) throw new Error(t.tooMany(MOST_IN_BATCH));
        const body = { action: batch, scope: 'all' as const, bibcodes: [...codes] };
        return { told: await api.post('/api/sync/asset/run', { body }) };
      }),
    export: (codes: Codes, format: ExportFormat, style?: ChosenStyle) =>
      act(async () => {
        await saveExport(format, codes, style);
        return { told: t.exported(codes.length) };
      }),
  };
}

export type PaperActions = ReturnType<typeof usePaperActions>;

type Words = ReturnType<typeof useMessages<typeof actionMessages>>;
type Change = 'add' | 'remove';
type NamedCollection = Pick<Collection, 'id' | 'name'>;

async function starAll(codes: Codes, is_starred: boolean, t: Words): Promise<Done> {
  const changed = await thoseOf(codes, { is_starred: !is_starred });
  await mark(codes, { is_starred });
  return { told: t.marked(changed.length), undo: async () => await mark(changed, { is_starred: !is_starred }) };
}

async function setStates(codes: Codes, reading_state: ReadingState, t: Words): Promise<Done> {
  const before = STATES.filter((state) => state !== reading_state);
  const changed = await Promise.all(
    before.map(async (state) => ({ state, codes: await thoseOf(codes, { reading_state: state }) })),
  );
  await mark(codes, { reading_state });
  const undo = async () => {
    for (const { state, codes: those } of changed) await mark(those, { reading_state: state });
  };
  return { told: t.marked(changed.reduce((sum, { codes: those }) => sum + those.length, 0)), undo };
}

async function tagAll(codes: Codes, change: Change, name: string, t: Words): Promise<Done> {
  const had = await thoseOf(codes, { tag: name });
  const changed = change === 'add' ? others(codes, had) : had;
  await tag(codes, change, name);
  const told = change === 'add' ? t.tagged(name, changed.length) : t.untagged(name, changed.length);
  return { told, undo: async () => await tag(changed, OPPOSITE[change], name) };
}

async function collectAll(codes: Codes, change: Change, collection: NamedCollection, t: Words): Promise<Done> {
  const had = await thoseOf(codes, { directly_in: collection.id });
  const changed = change === 'add' ? others(codes, had) : had;
  await collect(codes, change, collection);
  const { name } = collection;
  const told = change === 'add' ? t.collected(name, changed.length) : t.takenOut(name, changed.length);
  return { told, undo: async () => await collect(changed, OPPOSITE[change], collection) };
}

async function markNoResource(codes: Codes, clear: boolean): Promise<void> {
  for (const bibcode of codes) await api.post('/api/no_resource', { body: { bibcode, clear } });
}
