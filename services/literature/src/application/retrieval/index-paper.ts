import { inTransaction } from '@almagest/service-kit/database';
import { CHUNK_RULES, chunkPaper, type SourceBlock } from '../../domain/retrieval/chunk-paper.ts';
import { listBlocks } from '../../persistence/block-repository.ts';
import { listUnindexed, replaceChunks } from '../../persistence/chunk-repository.ts';
import type { Db, Tx } from '../../persistence/database.ts';
import { lockPaper } from '../../persistence/paper-repository.ts';

/** Indexes the blocks of a paper in the transaction that stores them, so that every parse has its passages. */
export async function indexPaper(trx: Tx, paperId: number, blocks: readonly SourceBlock[]): Promise<void> {
  await replaceChunks(trx, paperId, chunkPaper(blocks), CHUNK_RULES);
}

const AT_ONCE = 100;

/** Indexes papers that were parsed before the index existed, or with older rules. */
export async function indexOldPapers({ db }: { readonly db: Db }, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const paperIds = await listUnindexed(db, CHUNK_RULES, AT_ONCE);
    for (const paperId of paperIds) {
      if (signal?.aborted === true) return;
      await inTransaction(db, async (trx) => {
        if ((await lockPaper(trx, paperId)) !== undefined)
          await indexPaper(trx, paperId, await listBlocks(trx, paperId));
      });
    }
    if (paperIds.length < AT_ONCE) return;
  }
}
