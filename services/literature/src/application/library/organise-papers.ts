import { recordAudit } from '@almagest/accounts';
import type { CollectionPapers, PaperMarks, PaperTags } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import {
  addToCollections,
  lockCollection,
  takeFromCollection,
} from '../../persistence/library/collection-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { keepPapers, listTrashed, markPapers, trashPapers } from '../../persistence/library/kept-papers.ts';
import { addTags, removeTags } from '../../persistence/library/tag-repository.ts';
import { requireAccess } from '../people/require-access.ts';
import { requirePapers } from '../papers/require-papers.ts';
import { unknownCollection } from './require-collection.ts';

interface Deps {
  readonly db: Db;
}

interface Moved {
  readonly added: number;
  readonly removed: number;
}

/** Adds papers to a collection, and removes other papers from the collection. */
export async function changeCollectionPapers(
  { db }: Deps,
  viewer: Viewer,
  id: number,
  { add = [], remove = [] }: CollectionPapers,
): Promise<Moved> {
  if (add.length + remove.length === 0) throw nothingToDo('add or remove');
  return await inTransaction(db, async (trx) => {
    if (!(await lockCollection(trx, id))) throw unknownCollection(id);
    await requireAccess(trx, viewer, { table: 'collection', id }, 'edit');
    const [added, removed] = await requireBoth(trx, add, remove);
    await keepPapers(trx, viewer, added);
    const moved = {
      added: await addToCollections(
        trx,
        added.map((paperId) => ({ collectionId: id, paperId })),
      ),
      removed: await takeFromCollection(trx, id, removed),
    };
    await recordAudit(trx, { object: `collection ${id}`, detail: moved });
    return moved;
  });
}

/** Locks the papers of the two lists. Refuses a paper that is in both lists. */
async function requireBoth(trx: Tx, add: readonly string[], remove: readonly string[]): Promise<[number[], number[]]> {
  const removed = await requirePapers(trx, remove);
  const added = await requirePapers(trx, add);
  const out = new Set(removed);
  if (added.some((id) => out.has(id)))
    throw new Refusal('malformed', 'add and remove contain the same paper. Put it in only one of them');
  return [added, removed];
}

/** Adds tags to papers, and removes other tags from these papers. */
export async function changePaperTags(
  { db }: Deps,
  viewer: Viewer,
  { bibcodes, add = [], remove = [] }: PaperTags,
): Promise<Moved> {
  if (add.length + remove.length === 0) throw nothingToDo('add or remove');
  const [added, removed] = [add, remove].map((names) => [...new Set(names.map((name) => name.trim()))]);
  if (added?.some((name) => removed?.includes(name)) === true)
    throw new Refusal('malformed', 'add and remove contain the same tag. Put it in only one of them');
  return await inTransaction(db, async (trx) => {
    const ids = await requirePapers(trx, bibcodes);
    if (add.length > 0) await keepPapers(trx, viewer, ids);
    const tags = ids.flatMap((paperId) => (added ?? []).map((name) => ({ paperId, name })));
    const moved = {
      added: await addTags(trx, viewer, tags),
      removed: await removeTags(trx, viewer, ids, removed ?? []),
    };
    await recordAudit(trx, { object: `tags of ${ids.length} papers` });
    return moved;
  });
}

export async function setMarks(
  { db }: Deps,
  viewer: Viewer,
  { bibcodes, ...marks }: PaperMarks,
): Promise<{ changed: number }> {
  if (Object.keys(marks).length === 0) throw nothingToDo('reading_state or is_starred');
  return await inTransaction(db, async (trx) => {
    const ids = await requirePapers(trx, bibcodes);
    await keepPapers(trx, viewer, ids);
    await recordAudit(trx, { object: `marks of ${ids.length} papers` });
    return { changed: await markPapers(trx, viewer, ids, marks) };
  });
}

export async function moveToTrash(
  { db }: Deps,
  viewer: Viewer,
  { bibcodes }: { readonly bibcodes: readonly string[] },
): Promise<{ changed: number }> {
  return await inTransaction(db, async (trx) => {
    const ids = await requirePapers(trx, bibcodes);
    await recordAudit(trx, { object: papersOf(viewer, ids) });
    return { changed: await trashPapers(trx, viewer, ids) };
  });
}

export async function restorePapers(
  { db }: Deps,
  viewer: Viewer,
  { bibcodes }: { readonly bibcodes: readonly string[] },
): Promise<{ changed: number }> {
  return await inTransaction(db, async (trx) => {
    const trashed = await listTrashed(trx, viewer, await requirePapers(trx, bibcodes));
    await keepPapers(trx, viewer, trashed);
    await recordAudit(trx, { object: papersOf(viewer, trashed) });
    return { changed: trashed.length };
  });
}

/**
 * Names papers for the audit log, and cuts a long list. Omits the papers in a person's trash, because that trash is
 * private.
 */
function papersOf({ ownerId }: Viewer, ids: readonly number[]): string {
  if (ownerId !== null) return `own trash, ${ids.length} papers`;
  const more = ids.length > 20 ? ` and ${ids.length - 20} more` : '';
  return `papers ${ids.slice(0, 20).join(', ')}${more}`;
}

function nothingToDo(fields: string): Refusal {
  return new Refusal('malformed', `${fields}: give at least one of them`);
}
