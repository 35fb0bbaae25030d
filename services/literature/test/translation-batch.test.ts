import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { assetEnd, assetStatus, runBatch } from './batch-calls.ts';
import { readRecord } from './papers.ts';
import { startReplica } from './replica.ts';
import { longArticle } from './translation/long-article.ts';
import { asked, givenArticle, read } from './translation/translation-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld();

let articles = 0;

/** Creates a library of only these papers, parsed, each with its own article. */
async function givenParsed(...keys: readonly string[]): Promise<string[]> {
  await world.sql('delete from paper');
  const codes = [];
  for (const key of keys) {
    articles += 1;
    codes.push(await givenArticle(world, key, longArticle(articles).html));
  }
  world.lab.clearRequests();
  return codes;
}

const translating = { action: 'translate', scope: 'all' };

test('a batch with action translate translates the parsed papers, and counts papers and failures', async () => {
  const [one = '', two = ''] = await givenParsed('okonkwo2014', 'quist2017');
  const bare = world.lab.library.byKey('tanaka2020').bibcode;
  await world
    .call('get', '/api/search')
    .query({ q: `bibcode:"${bare}"`, source: 'catalog' })
    .expect(200);
  await world.call('post', '/api/download').send({ bibcode: bare }).expect(200);
  const { logs, ...status } = await runBatch(world, translating);
  expect(status).toEqual({
    active: false,
    total: 3,
    downloaded: 0,
    parsed: 0,
    translated: 2,
    download_failed: 0,
    parse_failed: 0,
    translate_failed: 1,
    current_bibcode: '',
    action: 'translate',
    outcome: 'completed',
    failures: [],
    ended_at: expect.any(String),
  });
  expect(logs.slice(1, -1).sort()).toEqual(
    [
      `${one}: translate done`,
      `${two}: translate done`,
      `${bare}: translate failed: ${bare} is not parsed yet. Download and parse it first`,
    ].sort(),
  );
  for (const bibcode of [one, two]) expect(await readRecord(world, bibcode)).toMatchObject({ has_translation: true });
  // Translated texts are not requested again.
  const count = asked(world).length;
  expect(await runBatch(world, translating)).toMatchObject({ translated: 2, translate_failed: 1 });
  expect(asked(world)).toHaveLength(count);
  // Other batches don't count translations.
  expect(await runBatch(world, { action: 'parse' })).not.toHaveProperty('translated');
});

test('a stopped batch keeps its translations, and the next one requests the rest', async () => {
  const codes = await givenParsed('okonkwo2014', 'quist2017');
  world.lab.setFault('provider.chat', { kind: 'timeout', after: 20 });
  await world.call('post', '/api/sync/asset/run').send(translating).expect(200);
  await until(() => asked(world).length > 20, 'the model to hang');
  await world.call('post', '/api/sync/asset/stop').expect(200);
  const stopped = await assetEnd(world);
  expect(stopped).toMatchObject({ translated: 0, translate_failed: 0 });
  expect(stopped.logs.at(-1)).toBe('the run was stopped');
  const stored = await world.sql<{ n: number }>('select count(*)::int as n from translated_text');
  const done = stored[0]?.n ?? 0;
  expect(done).toBeGreaterThan(0);
  for (const bibcode of codes) expect((await read(world, bibcode)).translation_content).toBeNull();
  world.lab.clearFaults();
  world.lab.clearRequests();
  expect(await runBatch(world, translating)).toMatchObject({ translated: 2, translate_failed: 0 });
  const all = await world.sql<{ n: number }>('select count(*)::int as n from translated_text');
  expect(asked(world)).toHaveLength((all[0]?.n ?? 0) - done);
});

test('a failing provider fails the papers, but not the batch', async () => {
  await givenParsed('okonkwo2014', 'quist2017');
  world.lab.setFault('provider.chat', { kind: 'server_error', status: 401 });
  const { logs, ...status } = await runBatch(world, translating);
  expect(status).toMatchObject({ active: false, translated: 0, translate_failed: 2 });
  expect(logs.filter((line) => /translate failed: .*key/i.test(line))).toHaveLength(2);
  expect(logs.at(-1)).toBe('the run is complete');
});

test('a batch without a configured model is refused with the names of the variables', async () => {
  const before = await assetStatus(world);
  const without = await startReplica(world, { OPENAI_BASE_URL: undefined, CHAT_MODEL: undefined });
  const { status, type, text } = await request(without.url).post('/api/sync/asset/run').send(translating);
  expect({ status, type }).toEqual({ status: 500, type: 'text/plain' });
  expect(text).toMatch(/OPENAI_BASE_URL.*CHAT_MODEL/);
  expect(await assetStatus(world)).toEqual(before);
  await without.stop();
});
