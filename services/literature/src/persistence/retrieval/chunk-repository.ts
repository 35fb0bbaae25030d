import { createHash } from 'node:crypto';
import { recordset } from '@almagest/service-kit/recordset';
import { sql } from 'kysely';
import type { Viewer } from '../../domain/people/access.ts';
import type { Chunk } from '../../domain/retrieval/chunk-paper.ts';
import type { PassageWords } from '../../domain/retrieval/implied-words.ts';
import type { Db, Tx } from '../database.ts';
import { trashedFor } from '../people/paper-marks.ts';

export interface PassageRow {
  readonly id: number;
  readonly paper_id: number;
  readonly bibcode: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  readonly first_block: number;
  readonly last_block: number;
}

/** Replaces the chunks of a paper. Unchanged chunks keep their rows and therefore their vectors. */
export async function replaceChunks(
  trx: Tx,
  paperId: number,
  chunks: readonly (Chunk & PassageWords)[],
  rules: number,
): Promise<void> {
  const stored = await trx.selectFrom('chunk').select(['id', 'hash']).where('paper_id', '=', paperId).execute();
  const known = Map.groupBy(stored, ({ hash }) => hash.toString('hex'));
  const placed = chunks.map((chunk, position) => {
    const hash = hashOf(chunk);
    return { ...chunk, position, hash, id: known.get(hash)?.pop()?.id };
  });
  const kept = placed.filter(({ id }) => id !== undefined);
  await sql`
    delete from chunk where paper_id = ${paperId} and id <> all(${kept.map(({ id }) => id)}::int[])`.execute(trx);
  await movePassages(trx, kept);
  await rewordPassages(trx, kept);
  await insertPassages(
    trx,
    paperId,
    placed.filter(({ id }) => id === undefined),
  );
  await trx
    .insertInto('paper_index')
    .values({ paper_id: paperId, rules })
    .onConflict((conflict) => conflict.column('paper_id').doUpdateSet({ rules }))
    .execute();
}

type PlacedChunk = Chunk & PassageWords & { readonly position: number; readonly hash: string };

function hashOf({ headings, text }: Chunk): string {
  return createHash('sha256')
    .update(JSON.stringify([headings, text]))
    .digest('hex');
}

async function movePassages(trx: Tx, chunks: readonly (PlacedChunk & { readonly id: number | undefined })[]) {
  if (chunks.length === 0) return;
  const rows = chunks.map(({ id, position, firstBlock, lastBlock }) => ({ id, position, firstBlock, lastBlock }));
  const moved = recordset(rows, { id: 'int4', position: 'int4', firstBlock: 'int4', lastBlock: 'int4' }, 'c');
  await sql`
    update chunk set position = c.position, first_block = c."firstBlock", last_block = c."lastBlock"
    from ${moved}
    where chunk.id = c.id
      and (chunk.position, first_block, last_block) is distinct from (c.position, c."firstBlock", c."lastBlock")`.execute(
    trx,
  );
}

const WORD_COLUMNS = { headingWords: 'text', textWords: 'text', impliedWords: 'text' } as const;

/** PostgreSQL's class C has words that the passage implies but does not print. */
const WORDS = sql`setweight(to_tsvector('english', c."headingWords"), 'A') || to_tsvector('english', c."textWords")
  || setweight(to_tsvector('english', c."impliedWords"), 'C')`;

/** Updates the words of unchanged passages, because other passages of the paper may define other abbreviations. */
async function rewordPassages(trx: Tx, chunks: readonly (PlacedChunk & { readonly id: number | undefined })[]) {
  if (chunks.length === 0) return;
  const rows = chunks.map(({ id, headingWords, textWords, impliedWords }) => ({
    id,
    headingWords,
    textWords,
    impliedWords,
  }));
  await sql`
    update chunk set words = made.words
    from (select id, ${WORDS} as words from ${recordset(rows, { id: 'int4', ...WORD_COLUMNS }, 'c')}) as made
    where chunk.id = made.id and chunk.words <> made.words`.execute(trx);
}

async function insertPassages(trx: Tx, paperId: number, chunks: readonly PlacedChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  const given = recordset(
    chunks,
    {
      position: 'int4',
      firstBlock: 'int4',
      lastBlock: 'int4',
      headings: 'jsonb',
      text: 'text',
      hash: 'text',
      ...WORD_COLUMNS,
    },
    'c',
  );
  await sql`
    with added as (
      insert into chunk (paper_id, position, first_block, last_block, headings, text, hash, words)
      select ${paperId}, position, "firstBlock", "lastBlock", array(select jsonb_array_elements_text(headings)), text,
             decode(hash, 'hex'), ${WORDS}
      from ${given}
      returning id)
    insert into chunk_vector (chunk_id) select id from added`.execute(trx);
}

/** Returns whether the chunks of a paper were made with these rules or newer rules. */
export async function isIndexed(db: Db, paperId: number, rules: number): Promise<boolean> {
  const row = await db
    .selectFrom('paper_index')
    .select('rules')
    .where('paper_id', '=', paperId)
    .where('rules', '>=', rules)
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects parsed papers whose chunks are missing or were made with older rules. */
export async function listUnindexed(db: Db, rules: number, limit: number): Promise<number[]> {
  const papers = await db
    .selectFrom('paper')
    .select('id')
    .where('markdown_location', 'is not', null)
    .where('merged_into', 'is', null)
    .where((paper) =>
      paper.not(
        paper.exists(
          paper
            .selectFrom('paper_index')
            .select('paper_id')
            .whereRef('paper_index.paper_id', '=', 'paper.id')
            .where('rules', '>=', rules),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return papers.map(({ id }) => id);
}

/** Returns the passages with these ids that still exist and that the viewer has not moved to the trash. */
export async function findPassages(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Map<number, PassageRow>> {
  const rows = await db
    .selectFrom('chunk')
    .innerJoin('paper', 'paper.id', 'chunk.paper_id')
    .select(['chunk.id', 'paper_id', 'bibcode', 'title', 'headings', 'text', 'first_block', 'last_block'])
    .where('chunk.id', '=', sql<number>`any(${ids}::int[])`)
    // A paper in the trash keeps its passages, because the paper may be restored.
    .where(sql<boolean>`paper.id not in (${trashedFor(viewer)})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
