import { inTransaction } from '@almagest/service-kit/database';
import { Refusal } from '@almagest/service-kit/refusal';
import { CHUNK_RULES } from '../../domain/retrieval/chunk-paper.ts';
import { EMPTY_INDEX, type PaperIndex } from '../../domain/retrieval/index-of-blocks.ts';
import { replaceBibliography } from '../../persistence/citations/bibliography-repository.ts';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import { isIndexed, listUnindexed, replaceChunks } from '../../persistence/retrieval/chunk-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { indexNotes } from '../../persistence/notes/note-repository.ts';
import { lockPaper } from '../../persistence/papers/paper-repository.ts';
import { indexRecords } from '../../persistence/papers/record-words.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { indexStoredTranslation } from '../translation/index-translation.ts';
import { computeIndex } from './paper-index.ts';

/**
 * Stores the index of a paper. Call this in the transaction that stores the blocks, so that the passages and references
 * always match the parse.
 */
export async function storeIndex(trx: Tx, paperId: number, { passages, references }: PaperIndex): Promise<void> {
  await replaceBibliography(trx, paperId, references);
  await replaceChunks(trx, paperId, passages, CHUNK_RULES);
}

const AT_ONCE = 100;

/**
 * Indexes records, notes, texts and translations that were stored before the index existed, or that were indexed with
 * older rules.
 */
export async function indexOldPapers(deps: IndexDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps;
  for (const index of [indexRecords, indexNotes, (_db: Db, limit: number) => indexTexts(deps, limit, signal)]) {
    do {
      if (signal?.aborted === true) return;
    } while ((await index(db, AT_ONCE)) === AT_ONCE);
  }
}

export interface IndexDeps {
  readonly db: Db;
  readonly files: LibraryStore;
}

async function indexTexts(deps: IndexDeps, limit: number, signal?: AbortSignal): Promise<number> {
  const paperIds = await listUnindexed(deps.db, CHUNK_RULES, limit);
  for (const paperId of paperIds) {
    if (signal?.aborted === true) break;
    const index = await computeIndex(await listBlocks(deps.db, paperId), signal).catch(withoutPassages);
    await inTransaction(deps.db, async (trx) => {
      if ((await lockPaper(trx, paperId)) === undefined) return;
      // A parse has stored a newer index in the meantime.
      if (await isIndexed(trx, paperId, CHUNK_RULES)) return;
      await storeIndex(trx, paperId, index);
      await indexStoredTranslation(deps.files, trx, paperId);
    });
  }
  return paperIds.length;
}

/**
 * Returns an empty index for a text that cannot be indexed, so that later papers are still indexed. Rethrows other
 * errors.
 */
function withoutPassages(error: unknown): PaperIndex {
  if (error instanceof Refusal && error.kind === 'malformed') return EMPTY_INDEX;
  throw error;
}
