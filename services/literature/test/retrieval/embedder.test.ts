import { beforeEach, expect, test } from '@jest/globals';
import { inTransaction } from '@almagest/service-kit/database';
import { until } from '@almagest/test-kit/until';
import { ChunkEmbedder } from '../../src/application/retrieval/embed-chunks.ts';
import { VectorSearch } from '../../src/application/retrieval/vector-search.ts';
import { BUILT_IN } from '../../src/domain/people/access.ts';
import { signCode } from '../../src/domain/retrieval/sign-code.ts';
import { unitVector } from '../../src/domain/retrieval/unit-vector.ts';
import type { SourceRecord } from '../../src/domain/papers/source-record.ts';
import { withWords } from '../../src/domain/retrieval/implied-words.ts';
import { replaceChunks } from '../../src/persistence/retrieval/chunk-repository.ts';
import type { Db } from '../../src/persistence/database.ts';
import { storeRecords } from '../../src/persistence/papers/record-repository.ts';
import { storeVectors } from '../../src/persistence/retrieval/vector-repository.ts';
import type { EmbeddingModel, LanguageModels } from '../../src/sources/language-model/language-model.ts';
import { ModelError } from '../../src/sources/language-model/model-error.ts';
import { sql } from 'kysely';
import { BLANK_RECORD } from '../arbitrary-record.ts';
import { useDatabase } from '../databases.ts';

const RECORD: SourceRecord = {
  ...BLANK_RECORD,
  bibcode: '2013A&A...552A.143S',
  title: 'A grid of models',
  year: '2013',
  date: '2013-02-26',
  doctype: 'article',
};

let db: Db;
let paperId: number;
useDatabase(async (opened) => {
  db = opened;
  [paperId = 0] = await inTransaction(db, (trx) => storeRecords(trx, [RECORD], { keep: true }));
});
beforeEach(async () => {
  await givenChunks([]);
});

async function givenChunks(texts: readonly string[]): Promise<void> {
  const chunks = texts.map((text, place) => ({ headings: [], text, firstBlock: place, lastBlock: place }));
  await inTransaction(db, (trx) => replaceChunks(trx, paperId, withWords(chunks), 1));
}

const numbered = (count: number) => Array.from({ length: count }, (_, number) => `Passage ${number}.`);

/** Returns a fake provider with one model that records its requests. */
function standIn(embed: (texts: readonly string[]) => Promise<Float32Array[]>): {
  readonly models: LanguageModels;
  readonly asked: (readonly string[])[];
} {
  const asked: (readonly string[])[] = [];
  const model: EmbeddingModel = {
    name: 'a model',
    embed: async (texts) => {
      asked.push(texts);
      return await embed(texts);
    },
  };
  const none = () => {
    throw new Error('no chat model');
  };
  return { asked, models: { chat: none, vision: none, embedding: () => model } };
}

const vectorsOf = (texts: readonly string[]) => texts.map((text) => Float32Array.from([text.length, 1, 2]));

async function states(): Promise<{ text: string; model: string; failures: number }[]> {
  return await db
    .selectFrom('chunk_vector')
    .innerJoin('chunk', 'chunk.id', 'chunk_id')
    .select(['text', 'model', 'failures'])
    .orderBy('position')
    .execute();
}

test('sends one request at a time, even if it is started several times', async () => {
  await givenChunks(numbered(200));
  let running = 0;
  let most = 0;
  const { models, asked } = standIn(async (texts) => {
    most = Math.max(most, (running += 1));
    await db.selectFrom('paper').select('id').execute();
    running -= 1;
    return vectorsOf(texts);
  });
  const embedder = new ChunkEmbedder({ db, models, now: () => 0 });
  await Promise.all([embedder.run(), embedder.run(), embedder.run()]);
  expect(most).toBe(1);
  expect(asked.flat()).toHaveLength(200);
  expect((await states()).every(({ model }) => model === 'a model')).toBe(true);
});

test('two processes share the work without repeating requests', async () => {
  await givenChunks(numbered(400));
  const { models, asked } = standIn(async (texts) => vectorsOf(texts));
  const embedders = [1, 2, 3].map(() => new ChunkEmbedder({ db, models, now: () => 0 }));
  await Promise.all(embedders.map((embedder) => embedder.run()));
  expect(asked.flat()).toHaveLength(400);
  expect(new Set(asked.flat()).size).toBe(400);
});

test('pauses a failing provider for a minute, or as long as the provider asks', async () => {
  await givenChunks(numbered(3));
  let fault: ModelError | undefined = new ModelError('unavailable', 'out of order');
  const { models, asked } = standIn(async (texts) => {
    if (fault !== undefined) throw fault;
    return vectorsOf(texts);
  });
  let now = 0;
  const embedder = new ChunkEmbedder({ db, models, now: () => now });
  await expect(embedder.run()).rejects.toThrow('out of order');
  const first = asked.length;
  now = 59_999;
  await embedder.run();
  expect(asked).toHaveLength(first);
  now = 60_000;
  fault = new ModelError('rate_limited', 'too many', 300_000);
  await expect(embedder.run()).rejects.toThrow('too many');
  now = 359_999;
  await embedder.run();
  expect(asked).toHaveLength(first + 1);
  now = 360_000;
  fault = undefined;
  await embedder.run();
  expect(await states()).toEqual(numbered(3).map((text) => ({ text, model: 'a model', failures: 0 })));
});

test.each(['refused', 'unavailable', 'malformed_answer'] as const)(
  'isolates texts with the fault %j, and tries them again later',
  async (fault) => {
    const refused = ['Passage 3.', 'Passage 40.', 'Passage 41.'];
    await givenChunks(numbered(60));
    const { models, asked } = standIn(async (texts) => {
      if (texts.some((text) => refused.includes(text))) throw new ModelError(fault, 'not this');
      return vectorsOf(texts);
    });
    const embedder = new ChunkEmbedder({ db, models, now: () => 0 });
    await embedder.run();
    for (const { text, model, failures } of await states())
      expect([text, model, failures]).toEqual([
        text,
        refused.includes(text) ? '' : 'a model',
        refused.includes(text) ? 1 : 0,
      ]);
    asked.length = 0;
    await embedder.run();
    expect(asked).toEqual([]);
    // A clock that ran ahead has set a wait that is longer than any valid wait.
    await sql`update chunk_vector set not_before = now() + interval '26 hours' where failures > 0`.execute(db);
    await embedder.run();
    expect(new Set(asked.flat().filter((text) => text.startsWith('Passage')))).toEqual(new Set(refused));
  },
);

test('embeds only the beginning of a text that is too long for the model', async () => {
  const long = 'word '.repeat(2_000);
  await givenChunks([long, 'short']);
  const { models, asked } = standIn(async (texts) => {
    if (texts.some((text) => text.length > 3_000)) throw new ModelError('too_long', 'too long');
    return vectorsOf(texts);
  });
  await new ChunkEmbedder({ db, models, now: () => 0 }).run();
  expect((await states()).every(({ model }) => model === 'a model')).toBe(true);
  const taken = asked.flat().filter((text) => text.length <= 3_000 && text !== 'short');
  expect(taken).toHaveLength(1);
  expect(long.startsWith(taken[0] ?? '?')).toBe(true);
});

test('releases chunks that it has not started when its process stops', async () => {
  await givenChunks(numbered(3));
  const ending = new AbortController();
  const { models } = standIn(async () => {
    ending.abort();
    throw new Error('aborted');
  });
  await new ChunkEmbedder({ db, models, now: () => 0 }).run(ending.signal);
  const next = standIn(async (texts) => vectorsOf(texts));
  await new ChunkEmbedder({ db, models: next.models, now: () => 0 }).run();
  expect(next.asked.flat()).toHaveLength(3);
});

test('a search misses no vector of overlapping transactions', async () => {
  await givenChunks(['First.', 'Second.']);
  const ids = (await db.selectFrom('chunk').select('id').orderBy('position').execute()).map(({ id }) => id);
  const vector = unitVector(Float32Array.from([1, 2, 3]));
  const rowOf = (chunkId: number) => ({ chunkId, vector, code: signCode(vector) });
  const [first = 0, second = 0] = ids;
  const search = new VectorSearch(db);
  const found = async () => (await search.find('a model', vector, 10, { viewer: BUILT_IN })).map(({ id }) => id);
  let later = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await storeVectors(trx, 'a model', [rowOf(first)]);
    // Without the lock, the second transaction would have the higher version but be visible first.
    later = inTransaction(db, (other) => storeVectors(other, 'a model', [rowOf(second)]));
    const isOver = await Promise.race([
      later.then(() => true),
      until(async () => {
        const { rows: waiting } = await sql`
          select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(db);
        return waiting.length > 0;
      }, 'the second transaction to wait').then(() => false),
    ]);
    expect(isOver).toBe(false);
    expect(await found()).toEqual([]);
  });
  await later;
  expect(await found()).toEqual([first, second]);
  // Another process has embedded a passage with its newer model.
  await inTransaction(db, (trx) => storeVectors(trx, 'a newer model', [rowOf(first)]));
  expect(await found()).toEqual([second]);
  expect(await search.findInPaper('a model', vector, paperId)).toEqual([second]);
});
