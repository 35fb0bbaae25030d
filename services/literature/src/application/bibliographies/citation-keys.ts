import { recordAudit } from '@almagest/accounts';
import type { CitationKey, CitationKeyChange } from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { chooseKeys, DEFAULT_PATTERN } from '../../domain/bibliographies/citation-keys.ts';
import type { Viewer } from '../../domain/people/access.ts';
import {
  findPattern,
  insertKeys,
  keysOfPapers,
  listFoldedKeys,
  listUnkeyed,
  lockCitationKeys,
  paperWithKey,
  replaceKey,
  type UnkeyedPapers,
} from '../../persistence/bibliographies/citation-key-repository.ts';
import type { Db } from '../../persistence/database.ts';
import { lockPaper } from '../../persistence/papers/paper-repository.ts';
import { requirePaper } from '../papers/require-paper.ts';

interface Deps {
  readonly db: Db;
}

/** Assigns citation keys to papers without a key. Assigned keys never change automatically. */
export async function assignKeys(db: Db, viewer: Viewer, papers: UnkeyedPapers): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockCitationKeys(trx);
    const unkeyed = await listUnkeyed(trx, viewer, papers);
    if (unkeyed.length === 0) return;
    const pattern = (await findPattern(trx, viewer)) ?? DEFAULT_PATTERN;
    await insertKeys(trx, viewer, chooseKeys(unkeyed, pattern, await listFoldedKeys(trx, viewer)));
  });
}

export async function readCitationKey({ db }: Deps, viewer: Viewer, name: string): Promise<CitationKey> {
  const { id, bibcode } = await requirePaper(db, name);
  await assignKeys(db, viewer, { paperId: id });
  return { bibcode, ...(await keysOf(db, viewer, id)) };
}

export async function changeCitationKey(
  { db }: Deps,
  viewer: Viewer,
  { bibcode: name, key }: CitationKeyChange,
): Promise<CitationKey> {
  const { id, bibcode } = await requirePaper(db, name);
  await inTransaction(db, async (trx) => {
    // Lock in the same order as a merge: first the paper, and then the citation keys.
    if ((await lockPaper(trx, id)) === undefined)
      throw new Refusal('conflict', 'the paper has been merged with another paper. Reload the paper');
    await lockCitationKeys(trx);
    const other = await paperWithKey(trx, viewer, key);
    if (other !== undefined && other.paper_id !== id)
      throw new Refusal('conflict', `key: ${other.bibcode} has the citation key ${key}. Choose another key`);
    await replaceKey(trx, viewer, id, key);
    await recordAudit(trx, { object: `citation key of paper ${bibcode}`, detail: { key } });
  });
  return { bibcode, ...(await keysOf(db, viewer, id)) };
}

async function keysOf(db: Db, viewer: Viewer, id: number): Promise<Pick<CitationKey, 'key' | 'aliases'>> {
  const [current, ...aliases] = await keysOfPapers(db, viewer, [id]);
  return { key: current?.key ?? '', aliases: aliases.map(({ key }) => key) };
}
