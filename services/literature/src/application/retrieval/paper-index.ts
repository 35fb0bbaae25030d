import { extname } from 'node:path';
import { ProcessEndedError, ProcessPool, ResourceLimitError } from '@almagest/bounded-process';
import { Refusal } from '@almagest/service-kit/refusal';
import { indexOf, type PaperIndex } from '../../domain/retrieval/index-of-blocks.ts';
import type { SourceBlock } from '../../domain/retrieval/chunk-paper.ts';

/** The maximum length of a text. A book of 2,500 pages is shorter. */
const MOST_CHARS = 5_000_000;

/** The index of this many characters takes about as long as the start of a process. Few papers are longer. */
const MOST_CHARS_HERE = 200_000;

const LIMITS = { timeoutMs: 60_000, maxMemoryBytes: 1024 ** 3 };

const PROGRAM = new URL(`./paper-index-process${extname(import.meta.url)}`, import.meta.url);

const pool = new ProcessPool<readonly SourceBlock[], PaperIndex>(PROGRAM, { processes: 1, limits: LIMITS });

/**
 * Computes the index of a paper. Uses a separate process for a long text. Call this outside transactions.
 *
 * @throws {Refusal} if the text is too long
 */
export async function computeIndex(blocks: readonly SourceBlock[], signal?: AbortSignal): Promise<PaperIndex> {
  const chars = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (chars <= MOST_CHARS_HERE) return indexOf(blocks);
  if (chars > MOST_CHARS)
    throw new Refusal('malformed', `the text has ${chars} characters, but a paper may have at most ${MOST_CHARS}`);
  const texts = blocks.map(({ kind, text, markdown }) => ({ kind, text, markdown }));
  return await pool.ask(texts, { signal }).catch((error: unknown) => {
    if (!(error instanceof ResourceLimitError || error instanceof ProcessEndedError)) throw error;
    throw new Refusal('malformed', `the text of ${chars} characters takes too long or too much memory to index`);
  });
}
