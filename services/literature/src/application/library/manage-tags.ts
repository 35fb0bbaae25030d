import type { Tag, TagChange } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Db } from '../../persistence/database.ts';
import { listTags, replaceTag } from '../../persistence/library/tag-repository.ts';

interface Deps {
  readonly db: Db;
}

export async function readTags({ db }: Deps): Promise<Tag[]> {
  return await listTags(db);
}

/** Renames a tag on all papers. If the new name exists, the two tags are merged. */
export async function renameTag({ db }: Deps, { name, new_name }: TagChange): Promise<{ changed: number }> {
  return await replace(db, name, new_name.trim());
}

export async function deleteTag({ db }: Deps, name: string): Promise<{ changed: number }> {
  return await replace(db, name, undefined);
}

async function replace(db: Db, name: string, newName: string | undefined): Promise<{ changed: number }> {
  const changed = await inTransaction(db, (trx) => replaceTag(trx, name, newName));
  if (changed === 0) throw new Refusal('unknown', `no paper has the tag '${name.slice(0, 80).toWellFormed()}'`);
  return { changed };
}
