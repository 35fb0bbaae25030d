import { recordAudit } from '@almagest/accounts';
import type {
  DuplicateListing,
  DuplicatePairs,
  KeepApart,
  Merge,
  MergedPaper,
  MergeRequest,
  StandardPaper,
} from '@almagest/contracts/literature';
import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import type { LibraryStore } from '../../files/library-store.ts';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { listDuplicates, setApart } from '../../persistence/library/duplicate-repository.ts';
import {
  hideMerged,
  isCodeTaken,
  listMerges,
  lockMerge,
  mergedInto,
  restoreMerged,
  showMerged,
  type MergeRow,
} from '../../persistence/library/merge-repository.ts';
import { findPapers, lockPaper } from '../../persistence/papers/paper-repository.ts';
import { describeAgain, lockIdentities } from '../../persistence/papers/record-repository.ts';
import type { ChosenValues } from '../../domain/papers/merge-records.ts';
import { placeNotes } from '../notes/place-notes.ts';
import { requirePapers } from '../papers/require-papers.ts';
import { standardPaper } from '../papers/standard-paper.ts';

interface Deps {
  readonly db: Db;
  readonly files: LibraryStore;
}

export async function readDuplicates(
  { db, files }: Deps,
  { start = 0, rows = 25 }: DuplicateListing,
): Promise<DuplicatePairs> {
  const pairs = await listDuplicates(db, start, rows);
  const papers = await findPapers(db, [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]);
  const described = pairs.map(async ({ a, b, reasons }) => {
    const both = [papers.get(a), papers.get(b)].filter((paper) => paper !== undefined);
    // One of the papers was merged or deleted in the meantime.
    if (both.length < 2) return [];
    const firstAdded = both.toSorted((one, two) => Number(one.in_library_since) - Number(two.in_library_since));
    return [{ reasons, papers: await Promise.all(firstAdded.map((paper) => standardPaper(files, paper))) }];
  });
  return { total: pairs[0]?.total ?? 0, pairs: (await Promise.all(described)).flat() };
}

export async function keepApart({ db }: Deps, { bibcodes, apart = true }: KeepApart): Promise<{ changed: number }> {
  const changed = await inTransaction(db, async (trx) => {
    await lockIdentities(trx);
    const ids = await requirePapers(trx, bibcodes);
    if (ids.length < 2) throw new Refusal('malformed', 'bibcodes: all of them are names of the same paper');
    await recordAudit(trx, { object: `papers ${ids.join(', ')}`, detail: { apart } });
    return await setApart(trx, ids, apart);
  });
  return { changed };
}

/** Merges papers into one paper. If two requests run concurrently, the second request sees the result of the first. */
export async function mergePapers(
  { db, files }: Deps,
  { keep, merge, choose = {} }: MergeRequest,
): Promise<MergedPaper> {
  const { kept, ids } = await inTransaction(db, async (trx) => {
    await lockIdentities(trx);
    const [kept = 0] = await requirePapers(trx, [keep]);
    const others = await requirePapers(trx, merge);
    if (others.includes(kept))
      throw new Refusal('conflict', `merge: the list contains ${keep.slice(0, 80)}, which is the paper to keep`);
    await lockAll(trx, [kept, ...others]);
    const chosen = await chosenValues(trx, choose, [kept, ...others]);
    const ids: number[] = [];
    for (const [place, other] of others.entries())
      ids.push(await hideMerged(trx, kept, other, { cause: 'user', chosen: place === 0 ? chosen : undefined }));
    await recordAudit(trx, { object: `paper ${keep}`, detail: { merged: merge, merges: ids } });
    await describeAgain(trx, kept);
    const blocks = await listBlocks(trx, kept);
    if (blocks.length > 0) await placeNotes(trx, kept, blocks);
    return { kept, ids };
  });
  const paper = (await findPapers(db, [kept])).get(kept);
  if (paper === undefined)
    throw new Refusal('conflict', 'the paper has been merged with another paper. Reload the paper');
  return { paper: await standardPaper(files, paper), merges: (await listMerges(db, ids)).map(described) };
}

/**
 * Reads the values that the user chose, before the merge changes the papers. Returns undefined if the user chose no
 * values.
 */
async function chosenValues(
  trx: Tx,
  choose: NonNullable<MergeRequest['choose']>,
  merged: readonly number[],
): Promise<ChosenValues | undefined> {
  const fields = Object.entries(choose) as [keyof typeof choose, string][];
  if (fields.length === 0) return undefined;
  const papers = await findPapers(trx, merged);
  let chosen: ChosenValues = {};
  for (const [field, reference] of fields) {
    const [id = 0] = await requirePapers(trx, [reference]);
    const paper = papers.get(id);
    if (paper === undefined)
      throw new Refusal('malformed', `choose.${field}: ${reference.slice(0, 80)} is not one of the merged papers`);
    const { title, authors, year, pub_journal: pubJournal, doi, preprint_id: preprintId } = paper;
    const values = {
      title: { title },
      authors: { authors },
      year: { year, date: year === '' ? '' : `${year}-00-00` },
      pub_journal: { pubJournal },
    };
    chosen = { ...chosen, ...{ ...values, doi: { doi }, preprint_id: { preprintId } }[field] };
  }
  return chosen;
}

export async function readMerges({ db }: Deps): Promise<Merge[]> {
  return (await listMerges(db)).map(described);
}

/** Undoes a merge. If the papers were merged automatically, they stay separate from then on. */
export async function undoMerge({ db, files }: Deps, id: number): Promise<{ papers: StandardPaper[] }> {
  const ids = await inTransaction(db, async (trx) => {
    await lockIdentities(trx);
    const merge = await lockMerge(trx, id);
    if (merge === undefined)
      throw new Refusal('unknown', `there is no merge ${id}. It was undone, or is more than 30 days old`);
    const { kept_id, merged_id, bibcode, state, cause } = merge;
    await lockAll(trx, [kept_id, merged_id]);
    const later = await mergedInto(trx, kept_id);
    if (later !== undefined)
      throw new Refusal('conflict', `the remaining paper was merged into ${later} afterwards. Undo that merge first`);
    await restoreMerged(trx, kept_id, merged_id, state);
    await describeAgain(trx, kept_id);
    if (await isCodeTaken(trx, bibcode, merged_id))
      throw new Refusal('conflict', `${bibcode} is now the name of another paper, so the merge cannot be undone`);
    await showMerged(trx, merged_id, bibcode);
    await recordAudit(trx, { object: `merge ${id}`, detail: { paper: bibcode } });
    if (cause !== 'user') await setApart(trx, [kept_id, merged_id], true);
    return [kept_id, merged_id];
  });
  const papers = await findPapers(db, ids);
  const both = ids.map((id) => papers.get(id)).filter((paper) => paper !== undefined);
  return { papers: await Promise.all(both.map((paper) => standardPaper(files, paper))) };
}

/** Locks papers in the order of their ids. */
async function lockAll(trx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids.toSorted((a, b) => a - b)) await lockPaper(trx, id);
}

function described({ id, bibcode, title, merged_bibcode, merged_title, merged_at, cause }: MergeRow): Merge {
  return { id, bibcode, title, merged_bibcode, merged_title, merged_at: merged_at.toISOString(), cause };
}
