import { recordAudit } from '@almagest/accounts';
import type { ImportCounts, LinkedLibrary, NewLinkedLibrary, ZoteroLibrary } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { ensureCollections } from '../../persistence/library/collection-repository.ts';
import { forgetRemovals, listProblems, listRemovals } from '../../persistence/linked/linked-item-repository.ts';
import {
  deleteLink,
  findOwnLink,
  insertLink,
  listLinked,
  requestImport,
  setCollection,
  type LinkedLibraryRow,
} from '../../persistence/linked/linked-library-repository.ts';
import { SourceError } from '../../sources/source.ts';
import { PauseError } from '../../sources/zotero/zotero-api.ts';
import { MAX_NAME_CHARS } from '../library/shorten-entry.ts';
import { requestDueLinks, type LinkDeps } from './import-linked.ts';
import type { ScixDeps } from './import-scix.ts';
import type { ZoteroDeps } from './import-zotero.ts';

export type LinkedRoutesDeps = LinkDeps & Pick<ZoteroDeps, 'zotero' | 'seal'> & ScixDeps;

export async function readLinked({ db }: Pick<LinkDeps, 'db'>, viewer: Viewer): Promise<LinkedLibrary[]> {
  return await Promise.all((await listLinked(db, viewer)).map(async (row) => await described(db, row)));
}

export async function findZoteroLibraries(
  { zotero }: Pick<ZoteroDeps, 'zotero'>,
  key: string,
  signal?: AbortSignal,
): Promise<ZoteroLibrary[]> {
  try {
    return await zotero.libraries(key, signal);
  } catch (error) {
    if (error instanceof PauseError)
      throw new SourceError('zotero', 'rate_limited', `${error.message}. Try again then`);
    if (error instanceof SourceError && error.fault === 'unauthorized')
      throw new Refusal('malformed', `key: ${error.message}`);
    throw error;
  }
}

/** Links a library to a collection for its papers, and requests the first import. */
export async function linkLibrary(
  deps: LinkedRoutesDeps,
  viewer: Viewer,
  wanted: NewLinkedLibrary,
  signal?: AbortSignal,
): Promise<LinkedLibrary> {
  const { kind, library, key } = wanted;
  const found = (await nameOf(deps, wanted, signal)).trim().toWellFormed() || library;
  const name = found.slice(0, MAX_NAME_CHARS - SERVICE_CHARS).toWellFormed();
  const sealedKey = key === undefined ? null : deps.seal.seal(key);
  const id = await inTransaction(deps.db, async (trx) => {
    const linked = await insertLink(trx, viewer, { kind, library, name, sealedKey });
    await requireCollection(trx, viewer, linked, `${kind === 'zotero' ? 'Zotero' : 'SciX'}: ${name}`);
    await recordAudit(trx, { object: `linked library ${linked}`, detail: { kind } });
    return linked;
  });
  await requestDueLinks(deps);
  return await readOne(deps, viewer, id);
}

/** Number of characters reserved for the service's name before the library's name. */
const SERVICE_CHARS = 20;

/** Requests the name of a library from the other service. The request also checks the key. */
async function nameOf(
  deps: LinkedRoutesDeps,
  { kind, library, key }: NewLinkedLibrary,
  signal?: AbortSignal,
): Promise<string> {
  if (library.includes('/') !== (kind === 'zotero'))
    throw new Refusal('malformed', `library: ${library} is not a library of ${kind}`);
  if (kind === 'scix') {
    if (key !== undefined) throw new Refusal('malformed', 'key: SciX libraries are read with the key of this service');
    return await scixNameOf(deps, library, signal);
  }
  if (key === undefined) throw new Refusal('malformed', 'key: a Zotero library needs an API key');
  const found = (await findZoteroLibraries(deps, key, signal)).find((one) => one.library === library);
  if (found === undefined) throw new Refusal('malformed', `library: the key does not give access to ${library}`);
  return found.name;
}

async function scixNameOf({ scix }: ScixDeps, library: string, signal?: AbortSignal): Promise<string> {
  try {
    return (await scix.readLibrary(library, signal)).name;
  } catch (error) {
    const isUnknown = error instanceof SourceError && error.fault === 'unauthorized';
    throw isUnknown ? new Refusal('malformed', `library: ${error.message}`) : error;
  }
}

/** Creates the collection of a library if the library does not have a collection. */
async function requireCollection(trx: Tx, viewer: Viewer, id: number, name: string): Promise<void> {
  const link = await findOwnLink(trx, viewer, id);
  if (link === undefined || link.collection_id !== null) return;
  const { ids } = await ensureCollections(trx, viewer, [[name]]);
  await setCollection(trx, id, ids.get(JSON.stringify([name])) ?? 0);
}

export async function refreshLinked(deps: LinkDeps, viewer: Viewer, id: number): Promise<LinkedLibrary> {
  await onLink(deps, id, async (trx) => await requestImport(trx, viewer, id));
  await requestDueLinks(deps);
  return await readOne(deps, viewer, id);
}

export async function dismissRemovals(deps: LinkDeps, viewer: Viewer, id: number): Promise<LinkedLibrary> {
  await onLink(deps, id, async (trx) => {
    if ((await findOwnLink(trx, viewer, id)) === undefined) return false;
    await forgetRemovals(trx, id);
    return true;
  });
  return await readOne(deps, viewer, id);
}

export async function unlinkLibrary(deps: LinkDeps, viewer: Viewer, id: number): Promise<{ changed: number }> {
  await onLink(deps, id, async (trx) => await deleteLink(trx, viewer, id));
  return { changed: 1 };
}

/** Changes a linked library and records the change. `change` returns whether the viewer has this library. */
async function onLink({ db }: LinkDeps, id: number, change: (trx: Tx) => Promise<boolean>): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await change(trx))) throw unknownLink(id);
    await recordAudit(trx, { object: `linked library ${id}` });
  });
}

async function readOne({ db }: Pick<LinkDeps, 'db'>, viewer: Viewer, id: number): Promise<LinkedLibrary> {
  const row = await findOwnLink(db, viewer, id);
  if (row === undefined) throw unknownLink(id);
  return await described(db, row);
}

function unknownLink(id: number): Refusal {
  return new Refusal('unknown', `there is no linked library ${id}`);
}

const NO_COUNTS: ImportCounts = { papers: 0, changed: 0, notes: 0, highlights: 0, files: 0, removed: 0 };

async function described(db: Db, row: LinkedLibraryRow): Promise<LinkedLibrary> {
  const [problems, removals] = await Promise.all([listProblems(db, row.id), listRemovals(db, row.id)]);
  return {
    ...row,
    counts: { ...NO_COUNTS, ...row.counts },
    last_run_at: row.last_run_at?.toISOString() ?? null,
    next_run_at: row.next_run_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    problems: problems.entries,
    problem_count: problems.total,
    removals: removals.entries,
    removal_count: removals.total,
  };
}
