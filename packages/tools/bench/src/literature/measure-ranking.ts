import type pg from 'pg';
import type { Row } from '../report/row.ts';
import { programPath, startProgram } from '../site/program.ts';
import type { Site } from '../site/site.ts';
import { meanQuality, qualityOf, type Judged, type Quality } from './judged-collection.ts';
import { openWordSearch } from './open-word-search.ts';
import { PlainBm25 } from './plain-bm25.ts';

const SERVICE = new URL('../../../../../services/literature/', import.meta.url);
const DATABASE = 'bench_ranking';
const DEPTH = 100;

const MEASURES: readonly (readonly [keyof Quality, string])[] = [
  ['ndcg', 'nDCG at 10'],
  ['map', 'MAP at 100'],
  ['recallAt10', 'recall at 10'],
  ['recallAt100', 'recall at 100'],
];

/** Compares the service's search by words with plain BM25 over the same words, on questions with judged answers. */
export async function* measureRanking(site: Site, { documents, queries }: Judged): AsyncGenerator<Row> {
  await site.postgres.exec(`create database ${DATABASE}`, 'postgres');
  const url = site.postgres.url(DATABASE);
  await startProgram(programPath(SERVICE, 'migrate'), { environment: { DATABASE_URL: url } }).ended;
  const sql = await site.connect(DATABASE);
  await sql.query('set search_path = literature');
  const service = openWordSearch(url);
  site.onClose(() => service.close());
  const documentOf = new Map<number, number>();
  for (const { id, title, text } of documents) documentOf.set(await service.store(String(id), title, text), id);
  const bm25 = new PlainBm25(await countsOf(sql));
  const ours: Quality[] = [];
  const plain: Quality[] = [];
  for (const { query, relevant } of queries) {
    const judge = (ids: readonly number[]) =>
      qualityOf(
        ids.map((id) => documentOf.get(id) ?? 0),
        relevant,
      );
    ours.push(judge(await service.find(query, DEPTH)));
    plain.push(judge(bm25.rank(await wordsOf(sql, service.searchWords(query)), DEPTH)));
  }
  yield* rowsOf(meanQuality(ours), meanQuality(plain), `${queries.length} questions, ${documents.length} abstracts`);
}

function* rowsOf(ours: Quality, plain: Quality, detail: string): Generator<Row> {
  for (const [measure, name] of MEASURES) {
    const against = 100 * plain[measure];
    yield { what: `ranking by BM25 itself: ${name}`, value: against, unit: '%', detail };
    yield {
      what: `ranking by the service: ${name}`,
      value: 100 * ours[measure],
      unit: '%',
      detail: `${detail}; with expansion`,
      goal: { atLeast: against },
    };
  }
}

/** Returns the word counts of each passage's text, by the row of the passage. */
async function countsOf(sql: pg.Client): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
  const { rows } = await sql.query<{ id: number; words: string[]; counts: number[] }>(
    `select id, array_agg(lexeme) as words, array_agg(cardinality(array_positions(weights, 'D'))) as counts
     from chunk, unnest(words) where 'D' = any(weights) group by id`,
  );
  return new Map(
    rows.map(({ id, words, counts }) => [id, new Map(words.map((word, place) => [word, counts[place] ?? 0]))]),
  );
}

async function wordsOf(sql: pg.Client, text: string): Promise<string[]> {
  const { rows } = await sql.query<{ word: string }>(
    `select unnest(tsvector_to_array(to_tsvector('english', $1))) as word`,
    [text],
  );
  return rows.map(({ word }) => word);
}
