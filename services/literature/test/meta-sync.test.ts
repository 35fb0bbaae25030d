import type { SavedSyncQuery } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { COMPLETED, metaEnd, metaStatus, NO_END, synchronise } from './batch-calls.ts';
import { lockTable } from './table-lock.ts';
import { readLibrary } from './papers.ts';
import { startReplica } from './replica.ts';
import { useWorld } from './world.ts';

/** More than two pages of a source. Both sources have all papers. */
const BULK = 430;
const ALL = 'sample';

const world = useWorld({ bulk: BULK });

async function queries(): Promise<SavedSyncQuery[]> {
  return (await world.call('get', '/api/sync/queries').expect(200)).body as SavedSyncQuery[];
}

async function emptyLibrary(): Promise<void> {
  await world.sql('delete from paper');
}

describe('a metadata synchronisation', () => {
  test('has a status even before the first run', async () => {
    expect(await metaStatus(world)).toEqual({
      active: false,
      query: '',
      source: '',
      synced: 0,
      total: 0,
      ...NO_END,
    });
    expect(await queries()).toEqual([]);
  });

  test('adds the papers of both sources to the library, each once', async () => {
    const { status, type, text } = await world
      .call('post', '/api/sync/meta/run')
      .send({ q: ALL, source: 'all', limit: 50_000 });
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain' });
    expect(text).toMatch(/\S/);
    const ended = await metaEnd(world);
    expect(ended).toEqual({
      active: false,
      query: ALL,
      source: 'all',
      synced: 2 * BULK,
      total: 2 * BULK,
      ...COMPLETED,
    });
    const library = await readLibrary(world);
    expect(new Set(library.map(({ bibcode }) => bibcode)).size).toBe(BULK);
    expect(library).toHaveLength(BULK);
    expect(library[0]).toMatchObject({ is_downloaded: false, has_markdown: false, doctype: 'eprint' });
    // The second run adds nothing.
    expect(await synchronise(world, ALL)).toEqual({ ...ended, ...COMPLETED });
    expect(await readLibrary(world)).toHaveLength(BULK);
  });

  test.each([
    ['all', 7, 7],
    ['catalog', 205, 205],
    ['preprint', 205, 205],
    ['preprint', 50_000, BULK],
  ])('of source %s stops at its limit of %d', async (source, limit, synced) => {
    await emptyLibrary();
    expect(await synchronise(world, ALL, { source, limit })).toEqual({
      active: false,
      query: ALL,
      source,
      synced,
      total: synced,
      ...COMPLETED,
    });
    expect((await readLibrary(world)).length).toBe(synced);
  });

  test('of a source that repeats a paper within a page continues with the next page, and adds each paper once', async () => {
    await emptyLibrary();
    world.lab.setFault('preprintApi.query', { kind: 'repeated_entry', only: 'max_results=200' });
    // Two full pages of 200, each with a repeated paper, and a last page of 30.
    expect(await synchronise(world, ALL, { source: 'preprint' })).toEqual({
      active: false,
      query: ALL,
      source: 'preprint',
      synced: BULK - 2,
      total: BULK,
      ...COMPLETED,
    });
    expect(await readLibrary(world)).toHaveLength(BULK - 2);
  });

  test('with one failing source adds the papers of the other', async () => {
    await emptyLibrary();
    world.lab.setFault('preprintApi.query', { kind: 'broken_body' });
    expect(await synchronise(world, ALL)).toMatchObject({
      active: false,
      synced: BULK,
      total: BULK,
      outcome: 'incomplete',
      failures: [expect.stringMatching(/^preprint: the preprint server/)],
    });
    expect(await readLibrary(world)).toHaveLength(BULK);
  });

  test('with a source that fails after its first page keeps that page, and adds the papers of the other', async () => {
    await emptyLibrary();
    // The count and the first page succeed, but the second page fails.
    world.lab.setFault('catalog.search', { kind: 'broken_body', after: 2 });
    expect(await synchronise(world, ALL)).toMatchObject({
      active: false,
      synced: BULK + 200,
      total: 2 * BULK,
      outcome: 'incomplete',
      failures: [expect.stringMatching(/^catalog: the catalog/)],
    });
    expect(await readLibrary(world)).toHaveLength(BULK);
  });

  test('without a working source fails with the reason instead of an empty result', async () => {
    await emptyLibrary();
    const nothing = { active: false, synced: 0, total: 0 };
    for (const route of ['preprintApi.query', 'catalog.search']) world.lab.setFault(route, { kind: 'broken_body' });
    expect(await synchronise(world, ALL)).toMatchObject({
      ...nothing,
      outcome: 'failed',
      failures: expect.arrayContaining([
        expect.stringMatching(/^catalog: the catalog/),
        expect.stringMatching(/^preprint: the preprint server/),
      ]),
      ended_at: expect.stringMatching(/Z$/),
    });
    world.lab.clearFaults();
    expect(await synchronise(world, 'phlogiston')).toMatchObject({ ...nothing, ...COMPLETED });
    // One source does not support this query, and the other does not understand it.
    expect(await synchronise(world, 'klingon:yes')).toMatchObject({
      ...nothing,
      outcome: 'failed',
      failures: expect.arrayContaining([
        expect.stringMatching(/^catalog: the catalog refused the query: .*klingon/),
        expect.stringMatching(/^preprint: the preprint server does not support this query: .*klingon/),
      ]),
    });
    expect(await readLibrary(world)).toEqual([]);
  });

  test.each([
    ['twice, is complete', { times: 2 }, { synced: BULK, outcome: 'completed' }],
    [
      'permanently, fails and keeps the stored papers',
      {},
      { synced: 200, outcome: 'failed', failures: [expect.any(String)] },
    ],
  ])('of the preprint server that sends an empty page %s', async (_what, more, expected) => {
    await emptyLibrary();
    world.lab.setFault('preprintApi.query', { kind: 'empty_page', after: 2, ...more });
    expect(await synchronise(world, ALL, { source: 'preprint' })).toMatchObject(expected);
  });

  test('of one source that fails after its first page fails, and keeps that page', async () => {
    await emptyLibrary();
    world.lab.setFault('catalog.search', { kind: 'broken_body', after: 2 });
    expect(await synchronise(world, ALL, { source: 'catalog' })).toMatchObject({
      synced: 200,
      total: BULK,
      outcome: 'failed',
      failures: [expect.stringMatching(/^catalog: /)],
    });
  });

  test('runs once at a time on all replicas, and has the same status on each', async () => {
    const other = await startReplica(world);
    const lock = await lockTable(world, 'source_record');
    await world.call('post', '/api/sync/meta/run').send({ q: ALL, source: 'catalog', limit: 30 }).expect(200);
    await lock.untilWaiting();
    const saved = await queries();
    for (const url of [world.url, other.url]) {
      const { status, type, text } = await request(url)
        .post('/api/sync/meta/run')
        .send({ q: 'other', source: 'all', limit: 1 });
      expect({ status, type }).toEqual({ status: 409, type: 'text/plain' });
      expect(text).toContain('running');
      const { body } = await request(url).get('/api/sync/meta/status').expect(200);
      expect(body).toEqual({ active: true, query: ALL, source: 'catalog', synced: 0, total: 30, ...NO_END });
    }
    expect(await queries()).toEqual(saved);
    await lock.release();
    expect(await metaEnd(world)).toMatchObject({ synced: 30 });
    await request(other.url).post('/api/sync/meta/run').send({ q: 'winds', source: 'catalog', limit: 1 }).expect(200);
    await metaEnd(world);
    await other.stop();
  });

  test('requested many times at once starts once', async () => {
    const other = await startReplica(world);
    const lock = await lockTable(world, 'batch');
    const bids = Array.from({ length: 10 }, (_, index) =>
      request(index % 2 === 0 ? world.url : other.url)
        .post('/api/sync/meta/run')
        .send({ q: `winds ${index}`, source: 'catalog', limit: 1 })
        .then(({ status }) => status),
    );
    await lock.untilWaiting(10);
    await lock.release();
    expect((await Promise.all(bids)).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
    await metaEnd(world);
    await other.stop();
  });

  test.each([
    ['q', { q: '' }],
    ['q', { q: ' ' }],
    ['q', { q: undefined }],
    ['q', { q: 'a\0b' }],
    ['q', { q: 'half of a character: \ud835' }],
    ['q', { q: 'x'.repeat(1_001) }],
    ['source', { source: 'everywhere' }],
    ['source', { source: undefined }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 50_001 }],
    ['limit', { limit: 1.5 }],
    ['limit', { limit: '10' }],
    ['limit', { limit: undefined }],
  ])('with a bad %s (%j) is refused, and nothing begins', async (name, bad) => {
    const [before, saved] = [await metaStatus(world), await queries()];
    const { status, type, text } = await world
      .call('post', '/api/sync/meta/run')
      .send({ q: 'x', source: 'all', limit: 1, ...bad });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
    expect(text).toContain(name);
    expect([await metaStatus(world), await queries()]).toEqual([before, saved]);
  });
});

describe('a saved query', () => {
  test('exists once per query and source, with its limit and last run, newest first', async () => {
    await world.sql('delete from saved_query');
    await synchronise(world, 'winds', { limit: 2 });
    await synchronise(world, 'winds', { source: 'catalog', limit: 3 });
    const [second, first] = await queries();
    expect(first).toEqual({
      id: expect.any(Number),
      query: 'winds',
      source: 'all',
      limit_count: 2,
      last_run: expect.stringMatching(/Z$/),
      last_outcome: 'completed',
      last_failures: [],
    });
    expect(second).toMatchObject({ query: 'winds', source: 'catalog', limit_count: 3 });
    await synchronise(world, 'winds', { limit: 4 });
    const [again, ...others] = await queries();
    expect(others).toEqual([second]);
    expect(again).toEqual({ ...first, limit_count: 4, last_run: expect.any(String) });
    expect(Date.parse(again?.last_run ?? '')).toBeGreaterThan(Date.parse(first?.last_run ?? ''));
  });

  test('whose run fails keeps the time of the previous run and has the reason, until a run succeeds', async () => {
    await world.sql('delete from saved_query');
    const run = async () => {
      await synchronise(world, 'winds', { source: 'catalog', limit: 1 });
      return (await queries())[0];
    };
    const good = await run();
    world.lab.setFault('catalog.search', { kind: 'broken_body' });
    expect(await run()).toEqual({
      ...good,
      last_outcome: 'failed',
      last_failures: [expect.stringMatching(/^catalog: the catalog/)],
    });
    world.lab.clearFaults();
    const again = await run();
    expect(again).toEqual({ ...good, last_run: expect.any(String) });
    expect(Date.parse(again?.last_run ?? '')).toBeGreaterThan(Date.parse(good?.last_run ?? ''));
  });

  test('is deleted once, even by concurrent requests', async () => {
    const [forgotten, ...others] = await queries();
    const id = forgotten?.id ?? 0;
    const removal = await world.call('delete', `/api/sync/queries/${id}`);
    expect([removal.status, removal.type]).toEqual([200, 'text/plain']);
    expect(await queries()).toEqual(others);
    const { status, type, text } = await world.call('delete', `/api/sync/queries/${id}`);
    expect({ status, type, text }).toEqual({ status: 404, type: 'text/plain', text: `there is no saved query ${id}` });
    for (const bad of ['x', '-1', '1.5', '99999999999', '%00'])
      expect([bad, (await world.call('delete', `/api/sync/queries/${bad}`)).status]).toEqual([bad, 400]);
  });
});

test('a library of more than a thousand papers is listed completely, each paper once, in pages', async () => {
  await emptyLibrary();
  await synchronise(world, ALL, { source: 'catalog' });
  // Adds more papers, as two other runs would do in one transaction each.
  for (const year of ['2097', '2098'])
    await world.sql(
      `insert into paper (bibcode, title, authors, year, date, pub_journal, keywords, abstract, doi, preprint_id,
         citation_count, reference_count, doctype, provenance, title_key, surname_key, in_library_since)
       select $1 || substr(bibcode, 5), title, authors, year, date, pub_journal, keywords, abstract, '', '',
         0, 0, doctype, provenance, '', '', clock_timestamp() from paper where bibcode like '20__arXiv%' and bibcode not like '2097%'`,
      [year],
    );
  const codes = (await readLibrary(world)).map(({ bibcode }) => bibcode);
  expect(codes).toHaveLength(3 * BULK);
  expect(new Set(codes).size).toBe(3 * BULK);
  const page = async (query: object) =>
    ((await world.call('get', '/api/library').query(query).expect(200)).body as { bibcode: string }[]).map(
      ({ bibcode }) => bibcode,
    );
  expect(await page({ limit: 1_100, offset: 100 })).toEqual(codes.slice(100, 1_200));
  expect(await page({ offset: 1_285 })).toEqual(codes.slice(1_285));
  expect(await page({ limit: 5 })).toEqual(codes.slice(0, 5));
  expect(await page({ offset: 99_999 })).toEqual([]);
});
