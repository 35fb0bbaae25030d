import { recordset } from '@almagest/service-kit/recordset';
import { sql, type RawBuilder } from 'kysely';
import { searchWords } from '../../domain/retrieval/search-words.ts';
import type { Db } from '../database.ts';

/** The columns of the recordset from which `recordWords` builds the words of a paper's record. */
export const RECORD_WORD_COLUMNS = {
  titleWords: 'text',
  authorWords: 'text',
  keywordWords: 'text',
  abstractWords: 'text',
} as const;

interface RecordText {
  readonly title: string;
  readonly authors: readonly string[];
  readonly pubJournal: string;
  readonly keywords: readonly string[];
  readonly abstract: string;
}

export function wordsOfRecord({ title, authors, pubJournal, keywords, abstract }: RecordText) {
  return {
    titleWords: searchWords(title),
    authorWords: searchWords(authors.join('; ').slice(0, MAX_AUTHOR_CHARS)),
    keywordWords: searchWords([...keywords, pubJournal].join('; ')),
    abstractWords: searchWords(abstract),
  };
}

/**
 * Maximum number of characters of an author list to index, because a tsvector is limited to 1 MB. The author lists of
 * the largest collaborations have about 5% of this length.
 */
const MAX_AUTHOR_CHARS = 300_000;

/**
 * Builds the words of a record as a tsvector. The title has weight A, the authors have B, the keywords and the journal
 * have C, and the abstract has D.
 */
export function recordWords(alias: string): RawBuilder<unknown> {
  const part = (column: keyof typeof RECORD_WORD_COLUMNS, weight: string) =>
    sql`setweight(to_tsvector('english', ${sql.ref(`${alias}.${column}`)}), ${sql.lit(weight)})`;
  const parts = [
    part('titleWords', 'A'),
    part('authorWords', 'B'),
    // He, So and An are stop words in English, but they are also names.
    sql`setweight(to_tsvector('simple', ${sql.ref(`${alias}.authorWords`)}), 'B')`,
    part('keywordWords', 'C'),
    part('abstractWords', 'D'),
  ];
  return sql.join(parts, sql` || `);
}

/**
 * Indexes papers of the library that were stored without their words. Returns the number of papers. 0 means that all
 * papers are indexed.
 */
export async function indexRecords(db: Db, limit: number): Promise<number> {
  const papers = await db
    .selectFrom('paper')
    .select(['id', 'title', 'authors', 'pub_journal as pubJournal', 'keywords', 'abstract'])
    .where('words', 'is', null)
    .where('in_library_since', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  if (papers.length === 0) return 0;
  const rows = papers.map((paper) => ({ id: paper.id, ...wordsOfRecord(paper) }));
  // A paper that another transaction stored in the meantime already has the words of its newer record.
  await sql`
    update paper set words = ${recordWords('r')} from ${recordset(rows, { id: 'int4', ...RECORD_WORD_COLUMNS }, 'r')}
    where paper.id = r.id and paper.words is null`.execute(db);
  return papers.length;
}
