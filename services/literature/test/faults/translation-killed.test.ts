import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { assetEnd, assetStatus } from '../batch-calls.ts';
import { longArticle } from '../translation/long-article.ts';
import {
  asked,
  blocksOf,
  EVERY_FIFTH_DAMAGED,
  givenArticle,
  read,
  textsAsked,
  translate,
} from '../translation/translation-calls.ts';
import { openWorld } from '../world.ts';
import { useKillableWorld } from './killable.ts';

const { world, startApi, startWorker } = useKillableWorld(async () => await openWorld({ worker: false }));

/** Makes the lease of a killed process look a minute old. */
async function letTheDeadBeMissed(): Promise<void> {
  await world.sql(`update translation_lease set lease_renewed_at = lease_renewed_at - interval '1 minute'`);
  await world.sql(`update batch set lease_renewed_at = lease_renewed_at - interval '1 minute'`);
}

/** Returns the number of stored texts. Each is one request to the model. */
async function countStored(): Promise<number> {
  const [row] = await world.sql<{ n: number }>('select count(*)::int as n from translated_text');
  return row?.n ?? 0;
}

const TEXTS = 48;

/** Waits until about half of the article has been requested. */
async function untilHalfWay(): Promise<void> {
  await until(async () => (await countStored()) >= TEXTS / 2, 'half of the texts to be stored', countStored);
}

function expectWhole(translation: string, formulas: readonly string[]): void {
  expect(blocksOf(translation)).toHaveLength(60);
  for (const formula of formulas) expect([formula, translation.split(formula).length]).toEqual([formula, 2]);
  expect(translation).not.toMatch(/[⟦⟧⚠]/);
}

test('killing an API halfway loses no finished texts, and the next API requests only the rest', async () => {
  const { html, formulas } = longArticle();
  const bibcode = await givenArticle(world, 'okonkwo2014', html);
  const api = await startApi();
  // Four of five answers are valid. When half of the texts are stored, the model hangs.
  world.lab.setFault('provider.chat', [...EVERY_FIFTH_DAMAGED.slice(0, TEXTS / 2 / 4), { kind: 'hold' }]);
  const call = request(api.url).post('/api/translate').send({ bibcode });
  const answer = call.then(
    () => 'answered',
    () => 'cut',
  );
  await untilHalfWay();
  await api.kill();
  expect(await answer).toBe('cut');
  const done = await countStored();
  expect(done).toBeLessThan(TEXTS);
  expect(await read(world, bibcode)).toMatchObject({ translation_content: null, paper: { has_translation: false } });
  await letTheDeadBeMissed();
  world.lab.clearFaults();
  world.lab.clearRequests();
  const next = await startApi();
  expectWhole(await translate(next, bibcode), formulas);
  expect(asked(world)).toHaveLength(TEXTS - done);
  expect(await countStored()).toBe(TEXTS);
});

test('the next worker continues a batch whose worker was killed halfway, and requests only the rest', async () => {
  const { html, formulas } = longArticle();
  const bibcode = await givenArticle(world, 'okonkwo2014', html);
  const worker = await startWorker();
  world.lab.setFault('provider.chat', { kind: 'hold', after: TEXTS / 2 });
  await world.call('post', '/api/sync/asset/run').send({ action: 'translate', scope: 'all' }).expect(200);
  await untilHalfWay();
  await worker.kill();
  const done = await countStored();
  expect(done).toBeLessThan(TEXTS);
  expect(await assetStatus(world)).toMatchObject({ active: true, translated: 0, current_bibcode: bibcode });
  await letTheDeadBeMissed();
  world.lab.clearFaults();
  world.lab.clearRequests();
  await startWorker();
  expect(await assetEnd(world)).toMatchObject({ total: 1, translated: 1, translate_failed: 0 });
  expect(new Set(textsAsked(world)).size).toBe(TEXTS - done);
  expect(asked(world)).toHaveLength(TEXTS - done);
  expectWhole((await read(world, bibcode)).translation_content ?? '', formulas);
});
