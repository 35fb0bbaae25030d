import type { Target } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { SkyObject } from '../../domain/targets/sky-object.ts';
import type { Db } from '../../persistence/database.ts';
import { saveToLibrary, lockPaper, type PaperRow } from '../../persistence/papers/paper-repository.ts';
import { linkTarget, listTargets, storeTarget } from '../../persistence/targets/target-repository.ts';
import { obtainPaper, type ObtainDeps } from '../papers/obtain-paper.ts';
import { recordPaperChange } from '../papers/record-paper-change.ts';
import type { ObjectFinder } from './object-finder.ts';

export interface TargetDeps extends ObtainDeps {
  readonly objects: ObjectFinder;
}

/** Links an object to a paper. Repeating the call changes nothing. */
export async function associateTarget(
  deps: TargetDeps,
  { bibcode, name }: { bibcode: string; name: string },
): Promise<Target> {
  const { db, objects } = deps;
  const paper = await obtainPaper(deps, bibcode);
  const object = await objects.require(name);
  const [id] = await linkObjects(db, paper, [{ name: name.trim(), object }]);
  const [target] = await listTargets(db, { id: id ?? 0 });
  if (target === undefined)
    throw new Refusal('conflict', `${paper.bibcode} was removed while the object was linked. Add the paper again`);
  return target;
}

/** Links objects to a paper and saves the paper to the library. Returns the target of each object. */
export async function linkObjects(
  db: Db,
  paper: PaperRow,
  named: readonly { readonly name: string; readonly object: SkyObject }[],
): Promise<number[]> {
  // Links objects in a fixed order. Otherwise two calls with the same objects could deadlock.
  const ordered = named.toSorted((a, b) => (a.object.identity < b.object.identity ? -1 : 1));
  const ids = new Map<string, number>();
  await inTransaction(db, async (trx) => {
    if ((await lockPaper(trx, paper.id)) === undefined)
      throw new Refusal('conflict', `${paper.bibcode} has been merged with another paper. Try again`);
    await saveToLibrary(trx, paper.id);
    for (const { name, object } of ordered) {
      if (ids.has(object.identity)) continue;
      const id = await storeTarget(trx, name, object);
      await linkTarget(trx, id, paper.id);
      ids.set(object.identity, id);
    }
    await recordPaperChange(trx, paper.bibcode, { linked_targets: [...ids.values()] });
  });
  return named.map(({ object }) => ids.get(object.identity) ?? 0);
}
