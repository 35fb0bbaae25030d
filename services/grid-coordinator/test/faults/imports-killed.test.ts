import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { ArchiveImport } from '@almagest/contracts/grid';
import { until } from '@almagest/test-kit/until';
import { beforeAll, expect, test } from '@jest/globals';
import { givenResults, openBag, requestArchive } from '../archives.ts';
import { ADMIN_TOKEN, openWorld } from '../world.ts';
import { setBreakpoint } from './breakpoints.ts';
import { useSite, type ApiProcess } from './site.ts';

let archive: Buffer;
let sha256: string;
/** Content that is neither the first nor the last to be stored. */
let artifact: string;
beforeAll(async () => {
  const origin = await openWorld();
  await givenResults(origin, 'sdb');
  archive = (await requestArchive(origin.url, 'sdb')).bytes;
  await origin.close();
  sha256 = createHash('sha256').update(archive).digest('hex');
  const contents = [...openBag(archive, 'sdb')].filter(([path]) => path.startsWith('data/artifacts/'));
  artifact = createHash('sha256')
    .update(contents.at(1)?.[1] ?? '')
    .digest('hex');
});

const site = useSite();

async function call(api: ApiProcess, method: 'GET' | 'PUT', query = '', body?: Buffer): Promise<ArchiveImport | null> {
  const answer = await fetch(`${api.url}/api/imports/${sha256}${query}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  return ((await answer.json()) as { data: ArchiveImport | null }).data;
}

async function outcome(api: ApiProcess): Promise<ArchiveImport> {
  return await until(async () => {
    const found = await call(api, 'GET');
    return found === null || found.status === 'waiting' ? undefined : found;
  }, 'the import to end');
}

test('an import completes once when the worker is killed at each of its steps', async () => {
  const api = await site.startApi();
  const steps = [
    // Everything is checked, but no file is placed.
    { table: 'archive_import', event: 'update', when: 'old.workflow_id is null and new.workflow_id is not null' },
    // Some files are placed.
    { table: 'artifact_upload', event: 'insert', when: `new.sha256 = '${artifact}'` },
    // All files are placed, but no row is written.
    { table: 'workflow', event: 'insert', when: `new.name = 'sdb'` },
    // All rows are written but not committed.
    { table: 'archive_import', event: 'update', when: `new.status = 'stored'`, atCommit: true },
    // The rows are committed, but no model is a seed yet.
    { table: 'current_model', event: 'insert', when: 'true' },
    // Every model is a seed.
    { table: 'archive_import', event: 'update', when: `new.status = 'done'` },
  ] as const;
  const breakpoints = [];
  for (const step of steps) breakpoints.push(await setBreakpoint(site, step));
  let worker = await site.startWorker();
  await call(api, 'PUT', `?offset=0&size=${archive.length}`, archive);
  for (const breakpoint of breakpoints) {
    await breakpoint.untilReached();
    await worker.kill();
    await breakpoint.open();
    // The server has finished all work for the killed worker.
    await until(async () => (await breakpoint.waiting()).length === 0, 'the sessions of the killed worker to end');
    await site.db.query(`update archive_import set updated_at = now() - interval '2 minutes'`);
    worker = await site.startWorker();
  }
  expect(await outcome(api)).toMatchObject({
    status: 'done',
    workflow: 'sdb',
    message: '4 points, 5 attempts, 2 models, 0 judgements, 0 reproductions, 5 records and 4 artifacts',
  });
  expect((await requestArchive(api.url, 'sdb')).bytes.equals(archive)).toBe(true);
  expect((await site.db.query('select from workflow')).rowCount).toBe(1);
  expect((await site.db.query('select from current_model where fit')).rowCount).toBe(2);
  expect((await site.db.query('select from imported_model')).rowCount).toBe(0);
});

test('an archive upload resumes when the API is killed in the middle of a piece', async () => {
  let api = await site.startApi();
  await site.startWorker();
  let arrived = 0;
  for (const next of [700, Math.floor(archive.length / 2)]) {
    // The request announces the whole remainder, but only a part arrives.
    const piece = request(`${api.url}/api/imports/${sha256}?offset=${arrived}&size=${archive.length}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-length': archive.length - arrived },
      agent: false,
    });
    piece.on('error', () => undefined);
    piece.write(archive.subarray(arrived, next));
    await until(async () => (await call(api, 'GET'))?.received_bytes === next, 'the bytes to arrive');
    await api.kill();
    api = await site.startApi();
    expect(await call(api, 'GET')).toMatchObject({ status: 'uploading', received_bytes: next });
    arrived = next;
  }
  await call(api, 'PUT', `?offset=${arrived}&size=${archive.length}`, archive.subarray(arrived));
  expect(await outcome(api)).toMatchObject({ status: 'done', workflow: 'sdb' });
  expect((await requestArchive(api.url, 'sdb')).bytes.equals(archive)).toBe(true);
});
