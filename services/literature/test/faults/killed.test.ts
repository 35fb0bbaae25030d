import http from 'node:http';
import type { Alert, AlertPapers } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { assetEnd, assetStatus, metaEnd, metaStatus, synchronise } from '../batch-calls.ts';
import { lockTable } from '../table-lock.ts';
import { filesOf } from '../library-files.ts';
import { givenFound, readLibrary, readRecord } from '../papers.ts';
import { openWorld } from '../world.ts';
import { useKillableWorld } from './killable.ts';

const BULK = 430;

const { world, startApi, startWorker } = useKillableWorld(async () => await openWorld({ worker: false, bulk: BULK }));

/** Makes the worker look silent for a minute. */
async function letWorkerBeMissed(): Promise<void> {
  await world.sql(`update batch set lease_renewed_at = lease_renewed_at - interval '1 minute'`);
}

/**
 * Creates a library of papers with short PDFs. The worker that fills the library runs in this process and stops
 * afterwards.
 */
async function givenLibrary(limit: number): Promise<void> {
  const worker = await world.startWorker();
  await synchronise(world, 'sample', { source: 'catalog', limit });
  await worker.stop();
}

const COUNTED = { active: false, download_failed: 0, parse_failed: 0, current_bibcode: '' };

test('a batch whose worker is killed is finished by the next worker, with nothing counted twice', async () => {
  await givenLibrary(12);
  let worker = await startWorker();
  await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
  for (const parsed of [2, 6]) {
    await until(async () => (await assetStatus(world)).parsed >= parsed, `${parsed} papers to be parsed`);
    // Papers are parsed, but not yet recorded as parsed.
    const lock = await lockTable(world, 'block');
    await lock.untilWaiting();
    await worker.kill();
    await lock.release();
    const { active, total } = await assetStatus(world);
    expect({ active, total }).toEqual({ active: true, total: 12 });
    worker = await startWorker();
    await letWorkerBeMissed();
  }
  const { logs, ...status } = await assetEnd(world);
  expect(status).toMatchObject({
    ...COUNTED,
    action: 'all',
    total: 12,
    downloaded: 12,
    parsed: 12,
    outcome: 'completed',
    failures: [],
  });
  expect(logs.filter((line) => line === 'the run resumes after an interruption').length).toBeGreaterThan(0);
  expect(logs.at(-1)).toBe('the run is complete');
  for (const paper of await readLibrary(world)) {
    expect(paper).toMatchObject({ is_downloaded: true, has_markdown: true });
    expect(await filesOf(world, paper.bibcode)).toHaveLength(2);
  }
  // Each PDF was downloaded completely once, and not again.
  const fetched = world.lab.requests({ route: 'preprintWeb.pdf' }).filter(({ status }) => status === 200);
  expect(new Set(fetched.map(({ target }) => target)).size).toBe(12);
});

test('a synchronisation whose worker is killed continues with the page that was not stored', async () => {
  const worker = await startWorker();
  const lock = await lockTable(world, 'source_record');
  await world.call('post', '/api/sync/meta/run').send({ q: 'sample', source: 'all', limit: 50_000 }).expect(200);
  await lock.untilWaiting();
  await lock.release();
  await until(async () => (await metaStatus(world)).synced >= 200, 'a page to be stored');
  await worker.kill();
  const { active, synced } = await metaStatus(world);
  expect([active, synced % 10]).toEqual([true, 0]);
  await startWorker();
  await letWorkerBeMissed();
  expect(await metaEnd(world)).toMatchObject({ active: false, synced: 2 * BULK, total: 2 * BULK });
  const codes = (await readLibrary(world)).map(({ bibcode }) => bibcode);
  expect(codes).toHaveLength(BULK);
  expect(new Set(codes).size).toBe(BULK);
});

test('a worker that shuts down releases its batch, and the next worker continues it at once', async () => {
  await givenLibrary(5);
  const worker = await startWorker();
  world.lab.setFault('preprintWeb.pdf', { kind: 'timeout' });
  await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
  await until(() => world.lab.requests({ route: 'preprintWeb.pdf' }).length > 0, 'a download to hang');
  worker.signal('SIGTERM');
  expect(await worker.exited).toBe(0);
  expect(await assetStatus(world)).toMatchObject({ active: true, total: 5, downloaded: 0, download_failed: 0 });
  world.lab.clearFaults();
  await startWorker();
  expect(await assetEnd(world)).toMatchObject({ ...COUNTED, total: 5, downloaded: 5, parsed: 5 });
});

test('one of two workers runs a batch, and the other takes over when the first is killed', async () => {
  await givenLibrary(6);
  const workers = [await startWorker(), await startWorker()];
  const lock = await lockTable(world, 'block');
  await world.call('post', '/api/sync/asset/run').send({ action: 'all', scope: 'all' }).expect(200);
  await lock.untilWaiting();
  await workers[0]?.kill();
  await lock.release();
  await letWorkerBeMissed();
  // Either worker may have had the lease.
  expect(await assetEnd(world)).toMatchObject({ ...COUNTED, total: 6, downloaded: 6, parsed: 6 });
});

test('the next worker repeats a check whose worker was killed, and finds each new paper once', async () => {
  const body = { q: 'winds', source: 'all', schedule: 'daily' };
  const { id } = (await world.call('post', '/api/alerts').send(body).expect(200)).body as Alert;
  const alert = async () =>
    ((await world.call('get', '/api/alerts').expect(200)).body as Alert[]).find((one) => one.id === id);
  const first = await startWorker();
  await until(async () => (await alert())?.is_checking === false, 'the first check');
  const forgotten = await world.sql(
    `delete from alert_name where alert_id = $1 and name like 'preprint:%' returning 1`,
    [id],
  );
  expect(forgotten.length).toBeGreaterThan(1);
  await world.sql('delete from alert_name where alert_id = $1', [id]);
  world.lab.clearRequests();
  world.lab.setFault('preprintApi.query', { kind: 'timeout' });
  await world.call('post', `/api/alerts/${id}/check`).expect(200);
  await until(() => world.lab.requests({ route: 'preprintApi.query' }).length > 0, 'a request to the preprint server');
  await first.kill();
  world.lab.clearFaults();
  expect(await alert()).toMatchObject({ is_checking: true, new_count: 0 });
  await startWorker();
  await world.sql(`update alert set lease_renewed_at = lease_renewed_at - interval '1 minute'`);
  await until(async () => (await alert())?.is_checking === false, 'the check to be done by the next worker');
  const { total, papers } = (await world.call('get', `/api/alerts/${id}/papers?rows=200`).expect(200))
    .body as AlertPapers;
  expect([(await alert())?.new_count, new Set(papers.map(({ bibcode }) => bibcode)).size]).toEqual([total, total]);
  expect(total).toBeGreaterThanOrEqual(forgotten.length);
});

test('killing an API during an upload and a download leaves the library unchanged', async () => {
  const uploaded = await givenFound(world, 'okonkwo2014');
  const downloaded = await givenFound(world, 'quist2017');
  const kept = await givenFound(world, 'ulrich1989');
  await world
    .call('post', '/api/notes')
    .send({ bibcode: kept.bibcode, paragraph_index: 0, note_text: 'n', highlight_color: 'blue', selected_text: '' })
    .expect(200);
  const library = await readLibrary(world);
  const api = await startApi();
  world.lab.setFault('preprintWeb.html', { kind: 'timeout' });
  const call = request(api.url).post('/api/download').send({ bibcode: downloaded.bibcode });
  const download = call.then(
    () => 'answered',
    () => 'cut',
  );
  const upload = beginUpload(api.url, uploaded.bibcode);
  await until(() => world.lab.requests({ route: 'preprintWeb.html' }).length > 0, 'the download to hang');
  await upload.begun;
  await api.kill();
  expect(await download).toBe('cut');
  await upload.broken;
  world.lab.clearFaults();
  expect(await readLibrary(world)).toEqual(library);
  for (const { bibcode } of [uploaded, downloaded]) {
    expect(await filesOf(world, bibcode)).toEqual([]);
    expect(await readRecord(world, bibcode)).toMatchObject({ is_downloaded: false });
  }
  const next = await startApi();
  for (const { bibcode } of [uploaded, downloaded, kept]) {
    const { body } = await request(next.url).post('/api/download').send({ bibcode });
    expect(body).toHaveProperty('bibcode', bibcode);
  }
  expect(await readRecord(world, downloaded.bibcode)).toMatchObject({ is_downloaded: true });
});

/** Sends half of a file. */
function beginUpload(url: string, bibcode: string): { readonly begun: Promise<void>; readonly broken: Promise<void> } {
  const part = (name: string, more: string) => `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = `${part('bibcode', '')}${bibcode}\r\n${part('type', '')}pdf\r\n${part('file', '; filename="f"')}%PDF-1.7\n`;
  const upload = http.request(`${url}/api/upload`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000_000 },
  });
  const broken = new Promise<void>((resolve) => upload.once('error', () => resolve()));
  const begun = new Promise<void>((resolve) => {
    upload.write(head);
    upload.write(Buffer.alloc(300_000), () => resolve());
  });
  return { begun, broken };
}
