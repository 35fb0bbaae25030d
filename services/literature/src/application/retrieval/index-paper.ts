import { inTransaction } from '@almagest/service-kit/database';
import { readBibliographyItem } from '../../domain/citations/bibliography-item.ts';
import { CHUNK_RULES, chunkPaper, type SourceBlock } from '../../domain/retrieval/chunk-paper.ts';
import { replaceBibliography } from '../../persistence/citations/bibliography-repository.ts';
import { listBlocks } from '../../persistence/reading/block-repository.ts';
import { listUnindexed, replaceChunks } from '../../persistence/retrieval/chunk-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { indexNotes } from '../../persistence/notes/note-repository.ts';
import { lockPaper } from '../../persistence/papers/paper-repository.ts';
import { indexRecords } from '../../persistence/papers/record-words.ts';
import type { LibraryStore } from '../../files/library-store.ts';
import { indexStoredTranslation } from '../translation/index-translation.ts';

/**
 * Indexes the blocks of a paper. Call this in the transaction that stores the blocks, so that the passages and
 * references always match the parse.
 */
export async function indexPaper(trx: Tx, paperId: number, blocks: readonly SourceBlock[]): Promise<void> {
  const items = blocks.flatMap((block, position) =>
    block.kind === 'reference' ? [{ position, ...readBibliographyItem(block) }] : [],
  );
  await replaceBibliography(trx, paperId, items);
  await replaceChunks(trx, paperId, chunkPaper(blocks), CHUNK_RULES);
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
    await inTransaction(deps.db, async (trx) => {
      if ((await lockPaper(trx, paperId)) === undefined) return;
      await indexPaper(trx, paperId, await listBlocks(trx, paperId));
      await indexStoredTranslation(deps.files, trx, paperId);
    });
  }
  return paperIds.length;
}
