import { recordAudit } from '@almagest/accounts';
import type { Tag, TagChange } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { Viewer } from '../../domain/people/access.ts';
import { renameListedTag } from '../../persistence/bibliographies/bibliography-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { listTags, replaceTag } from '../../persistence/library/tag-repository.ts';

interface Deps {
  readonly db: Db;
}

export async function readTags({ db }: Deps, viewer: Viewer): Promise<Tag[]> {
  return await listTags(db, viewer);
}

/** Renames one of the viewer's tags on all papers. If a tag with the new name exists, merges the two tags. */
export async function renameTag(
  { db }: Deps,
  viewer: Viewer,
  { name, new_name }: TagChange,
): Promise<{ changed: number }> {
  return await replace(db, viewer, name, new_name.trim());
}

export async function deleteTag({ db }: Deps, viewer: Viewer, name: string): Promise<{ changed: number }> {
  return await replace(db, viewer, name, undefined);
}

async function replace(
  db: Db,
  viewer: Viewer,
  name: string,
  newName: string | undefined,
): Promise<{ changed: number }> {
  const changed = await inTransaction(db, async (trx) => {
    const papers = await replaceTag(trx, viewer, name, newName);
    if (newName !== undefined) await renameListedTag(trx, viewer, name, newName);
    // The audit log omits the names of tags, because tags are private.
    if (papers > 0) await recordAudit(trx, { object: `tag of ${papers} papers` });
    return papers;
  });
  const tag = `the tag '${name.slice(0, 80).toWellFormed()}'`;
  if (changed === 0) {
    const isCommon = (await listTags(db, viewer)).some((one) => one.name === name);
    if (isCommon) throw new Refusal('forbidden', `${tag} belongs to everyone. Only an administrator may change it`);
    throw new Refusal('unknown', `no paper has ${tag}`);
  }
  return { changed };
}
