import { rm } from 'node:fs/promises';
import { until } from '@almagest/test-kit/until';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { assetEnd, assetStatus, COMPLETED, NO_END, runBatch, synchronise } from './batch-calls.ts';
import { changeRows, lockTable } from './table-lock.ts';
import { pathOf } from './library-files.ts';
import { readLibrary, readRecord } from './papers.ts';
import { startReplica } from './replica.ts';
import { useWorld } from './world.ts';

const world = useWorld({ bulk: 110 });
beforeAll(async () => {
  world.lab.setSettings({ publisherAt: 'mirror' });
});

/** Creates a library of exactly these papers, added in this order. */
async function givenLibrary(...keys: readonly string[]): Promise<string[]> {
  await world.sql('delete from note');
  await world.sql('delete from paper');
  for (const key of keys)
    await synchronise(world, `bibcode:"${world.lab.library.byKey(key).bibcode}"`, { source: 'catalog' });
  return (await readLibrary(world)).map(({ bibcode }) => bibcode);
}

/** Returns the paper of a log line about a parse. */
const paperOf = (line: string) => /^(\S+): parse/.exec(line)?.[1] ?? [];

const SHORT = ['bulk0', 'bulk1', 'bulk2', 'bulk3'];

describe('a batch', () => {
  test('has a status before the first run, and cannot be stopped', async () => {
    const { status, type, text } = await world.call('post', '/api/sync/asset/stop');
    expect({ status, type, text }).toEqual({ status: 200, type: 'text/plain', text: 'no batch is running' });
    expect(await assetStatus(world)).toEqual({
      active: false,
      total: 0,
      downloaded: 0,
      parsed: 0,
      download_failed: 0,
      parse_failed: 0,
      current_bibcode: '',
      logs: [],
      action: '',
      ...NO_END,
    });
  });

  test('with action all downloads and parses, counts both, and logs each paper', async () => {
    const codes = await givenLibrary('okonkwo2014', 'ulrich1989', 'bulk0');
    const answer = await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' });
    expect([answer.status, answer.type]).toEqual([200, 'text/plain']);
    const { logs, ...status } = await assetEnd(world);
    expect(status).toEqual({
      active: false,
      total: 3,
      downloaded: 3,
      parsed: 3,
      download_failed: 0,
      parse_failed: 0,
      current_bibcode: '',
      action: 'all',
      ...COMPLETED,
    });
    expect(logs[0]).toBe('3 papers to process');
    expect(logs.at(-1)).toBe('the run is complete');
    const steps = codes.flatMap((code) => [`${code}: download done`, `${code}: parse done`]);
    expect(logs.slice(1, -1).sort()).toEqual(steps.sort());
    for (const paper of await readLibrary(world))
      expect(paper).toMatchObject({ is_downloaded: true, has_markdown: true });
  });

  test('with action download only downloads, and with action parse only parses what is downloaded', async () => {
    const [one = '', two = ''] = await givenLibrary('bulk4', 'bulk5');
    expect(await runBatch(world, { action: 'download' })).toMatchObject({
      action: 'download',
      total: 2,
      downloaded: 2,
      parsed: 0,
    });
    expect(await readRecord(world, one)).toMatchObject({ is_downloaded: true, has_markdown: false });
    await rm(await pathOf(world, two, 'pdf'));
    world.lab.clearRequests();
    const status = await runBatch(world, { action: 'parse' });
    expect(status).toMatchObject({
      action: 'parse',
      total: 2,
      downloaded: 0,
      parsed: 1,
      download_failed: 0,
      parse_failed: 1,
    });
    expect(status.logs).toContain(`${two}: parse failed: ${two} has no full text yet. Download or upload it first`);
    // Parsed papers are also indexed, which sends requests to the provider.
    expect(world.lab.requests().filter(({ host }) => host !== 'provider')).toEqual([]);
  });

  test('counts and logs failed papers, and continues with the others', async () => {
    const [refused = '', damaged = '', fine = ''] = await givenLibrary('bulk6', 'bulk7', 'bulk8');
    const { id = '' } = world.lab.library.byKey('bulk6').paper.preprint ?? {};
    world.lab.setFault('preprintWeb.pdf', { kind: 'challenge', only: id });
    await world
      .call('post', '/api/upload')
      .field('bibcode', damaged)
      .field('type', 'pdf')
      .attach('file', Buffer.from('%PDF-1.4\nnothing here\n'), 'f')
      .expect(200);
    const status = await runBatch(world, {});
    expect(status).toMatchObject({ total: 3, downloaded: 2, parsed: 1, download_failed: 1, parse_failed: 1 });
    expect(status.logs).toContainEqual(
      expect.stringMatching(new RegExp(`^${refused}: download failed: .*PDF anti_bot: `)),
    );
    expect(status.logs).toContainEqual(expect.stringMatching(new RegExp(`^${damaged}: parse failed: \\S`)));
    expect(status.logs).toContain(`${fine}: parse done`);
    expect(status.logs.join('\n')).not.toMatch(/^[ \t]+at /m);
  });

  test('skips papers marked as having no full text, until the mark is removed', async () => {
    const [marked = '', other = ''] = await givenLibrary('bulk9', 'bulk10');
    await world.call('post', '/api/no_resource').send({ bibcode: marked }).expect(200);
    world.lab.clearRequests();
    for (const scope of ['undownloaded', 'unparsed', 'all'])
      expect((await runBatch(world, { action: 'download', scope })).total).toBe(1);
    expect((await readRecord(world, marked)).pdf_error).toBe('no_resource');
    await world.call('post', '/api/no_resource').send({ bibcode: marked, clear: true }).expect(200);
    expect(await runBatch(world, { action: 'download', scope: 'undownloaded' })).toMatchObject({
      total: 1,
      downloaded: 1,
    });
    expect(await readRecord(world, other)).toMatchObject({ is_downloaded: true });
  });

  test('selects by its scope the papers whose files are missing', async () => {
    const [parsed = '', downloaded = '', bare = ''] = await givenLibrary('bulk11', 'bulk12', 'bulk13');
    for (const bibcode of [parsed, downloaded]) await world.call('post', '/api/download').send({ bibcode }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode: parsed }).expect(200);
    const taken = async (scope: string) =>
      (await runBatch(world, { action: 'parse', scope })).logs.flatMap(paperOf).toSorted();
    expect(await taken('undownloaded')).toEqual([bare]);
    expect(await taken('unparsed')).toEqual([downloaded, bare].sort());
    expect(await taken('unparsed')).toEqual([bare]);
    await rm(await pathOf(world, parsed, 'markdown'));
    expect(await taken('unparsed')).toEqual([parsed, bare].sort());
    expect(await taken('all')).toEqual([parsed, downloaded, bare].sort());
  });

  test.each([
    ['default', ['okonkwo2014', 'survey2025']],
    [undefined, ['okonkwo2014', 'survey2025']],
    [null, ['okonkwo2014', 'survey2025']],
    ['created_at_desc', ['ulrich1989', 'rahman2024']],
    ['pub_year_desc', ['survey2025', 'rahman2024']],
  ])('in the order %s takes the first papers, up to its limit', async (sort_order, expected) => {
    await givenLibrary('okonkwo2014', 'survey2025', 'rahman2024', 'ulrich1989');
    // Papers are not downloaded, so the batch reports at once which papers it processes.
    const { total, logs } = await runBatch(world, { action: 'parse', sort_order, limit_count: 2 });
    expect(total).toBe(2);
    const taken = logs.flatMap(paperOf);
    expect(taken.toSorted()).toEqual(expected.map((key) => world.lab.library.byKey(key).bibcode).toSorted());
  });

  test('of an empty library or scope ends at once', async () => {
    await givenLibrary();
    expect(await runBatch(world, {})).toMatchObject({ total: 0, logs: ['0 papers to process', 'the run is complete'] });
  });

  test('keeps the last hundred log lines', async () => {
    await world.sql('delete from paper');
    await synchronise(world, 'sample', { source: 'catalog' });
    const { total, parse_failed, logs } = await runBatch(world, { action: 'parse' });
    expect({ total, parse_failed }).toEqual({ total: 110, parse_failed: 110 });
    expect(logs).toHaveLength(100);
    expect(logs.at(-1)).toBe('the run is complete');
    expect(new Set(logs).size).toBe(100);
    expect(await world.sql(`select from batch_log where kind = 'asset'`)).toHaveLength(100);
    // The next run starts a new log.
    await givenLibrary('bulk0');
    expect((await runBatch(world, { action: 'parse' })).logs).toHaveLength(3);
  });
});

describe('a running batch', () => {
  test('is the only one on all replicas, and every replica reports its progress', async () => {
    const codes = await givenLibrary(...SHORT);
    const other = await startReplica(world);
    const lock = await lockTable(world, 'block');
    await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
    await lock.untilWaiting();
    for (const url of [world.url, other.url]) {
      const { status, type, text } = await request(url)
        .post('/api/sync/asset/run')
        .send({ action: 'parse', scope: 'all' });
      expect({ status, type }).toEqual({ status: 409, type: 'text/plain' });
      expect(text).toContain('running');
      const { body } = await request(url).get('/api/sync/asset/status').expect(200);
      expect(body).toMatchObject({ active: true, action: 'all', total: 4, parsed: 0, parse_failed: 0 });
      expect(codes).toContain((body as { current_bibcode: string }).current_bibcode);
    }
    // The other kind of batch can run at the same time.
    expect(await synchronise(world, 'winds', { source: 'preprint', limit: 1 })).toMatchObject({ synced: 1 });
    await lock.release();
    expect(await assetEnd(world)).toMatchObject({
      active: false,
      total: 4,
      downloaded: 4,
      parsed: 4,
      current_bibcode: '',
    });
    await other.stop();
  });

  test('stops during a step on request, and the next run does the rest', async () => {
    await givenLibrary('bulk20', 'bulk21', 'bulk22', 'bulk23', 'bulk24');
    world.lab.setFault('preprintWeb.pdf', { kind: 'timeout' });
    world.lab.clearRequests();
    await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
    await until(() => world.lab.requests({ route: 'preprintWeb.pdf' }).length > 0, 'a download to hang');
    const { status, type } = await world.call('post', '/api/sync/asset/stop');
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain' });
    const stopped = await assetEnd(world);
    expect(stopped).toMatchObject({
      active: false,
      total: 5,
      downloaded: 0,
      parsed: 0,
      download_failed: 0,
      parse_failed: 0,
      outcome: 'stopped',
      failures: [],
    });
    expect(stopped.logs).toEqual(['5 papers to process', 'stop requested', 'the run was stopped']);
    // An interrupted paper has not failed.
    for (const paper of await readLibrary(world)) expect(paper).not.toHaveProperty('pdf_error');
    world.lab.clearFaults();
    const second = await runBatch(world, { scope: 'undownloaded' });
    expect(second.logs.filter((line) => line.includes('failed'))).toEqual([]);
    expect(second).toMatchObject({ total: 5, downloaded: 5, parsed: 5 });
  });

  test('that another worker takes over during a paper is finished by that worker, and counts this paper once', async () => {
    await givenLibrary('bulk30');
    const lock = await lockTable(world, 'block');
    await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
    await lock.untilWaiting();
    const takenOver = await changeRows(
      world,
      `update batch set lease_holder = gen_random_uuid(), lease_renewed_at = now() where kind = 'asset'`,
    );
    await lock.release();
    // Two statements are blocked: the renewal of the lease and the end of the paper.
    await takenOver.untilBlocked(2);
    await takenOver.commitAndSettle();
    expect(await assetStatus(world)).toMatchObject({ active: true, total: 1, downloaded: 0, parsed: 0 });
    await world.sql(`update batch set lease_renewed_at = now() - interval '1 minute'`);
    const counts = { total: 1, downloaded: 1, parsed: 1, outcome: 'completed', failures: [] };
    expect(await assetEnd(world)).toMatchObject(counts);
  });

  test('that another worker takes over before it is planned keeps the plan of that worker', async () => {
    await givenLibrary('bulk31');
    await runBatch(world, {});
    const papers = await changeRows(world, 'lock table paper in access exclusive mode');
    await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
    await papers.untilBlocked(1);
    // The new holder has already done the paper.
    await world.sql(`update batch_paper set run = (select run from batch where kind = 'asset')`);
    await world.sql(
      `update batch set lease_holder = gen_random_uuid(), lease_renewed_at = now(), total = 1, downloaded = 1, parsed = 1,
         progress = '{"planned": 1}' where kind = 'asset'`,
    );
    await papers.release();
    await until(async () => (await assetStatus(world)).logs.includes('1 papers to process'), 'the former worker');
    await world.sql(`update batch set lease_renewed_at = now() - interval '1 minute'`);
    expect(await assetEnd(world)).toMatchObject({ total: 1, downloaded: 1, parsed: 1, outcome: 'completed' });
  });

  test('that fails completely has the reason in its status', async () => {
    await givenLibrary('bulk0');
    await world.sql('alter table batch_paper rename to gone');
    const status = await runBatch(world, {});
    await world.sql('alter table gone rename to batch_paper');
    expect(status).toMatchObject({
      active: false,
      outcome: 'failed',
      failures: [expect.stringMatching(/^the run ended with an internal error: .*batch_paper/)],
    });
    expect(status.logs).toContain(status.failures[0]);
    expect(await runBatch(world, {})).toMatchObject({ outcome: 'completed', failures: [] });
  });
});

describe('a batch is refused', () => {
  test.each([
    ['action', { action: 'upload' }],
    ['action', { action: undefined }],
    ['action', { action: '' }],
    ['scope', { scope: 'some' }],
    ['scope', { scope: undefined }],
    ['sort_order', { sort_order: 'title' }],
    ['limit_count', { limit_count: 0 }],
    ['limit_count', { limit_count: -1 }],
    ['limit_count', { limit_count: 1.5 }],
    ['limit_count', { limit_count: '2' }],
    ['limit_count', { limit_count: 1e9 }],
  ])('for an invalid %s: %j', async (name, bad) => {
    const before = await assetStatus(world);
    const { status, type, text } = await world
      .call('post', '/api/sync/asset/run')
      .send({ action: 'parse', scope: 'all', ...bad });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
    expect(text).toContain(name);
    expect(await assetStatus(world)).toEqual(before);
  });
});
