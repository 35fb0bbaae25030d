import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { axesOf, yamlOf } from '@almagest/chaos/grids';
import { Ledger } from '@almagest/chaos/ledger';
import { fillDisk, HAS_SMALL_DISK, onSmallDisk } from '@almagest/test-kit/small-disk';
import { until } from '@almagest/test-kit/until';
import { expect, test } from '@jest/globals';
import type { DeclaredArtifact, TaskSpec } from '@almagest/contracts/grid';
import { requestArchive } from '../archives.ts';
import { beginUpload, CONVERGED, download, fileOf, listed, uploadPath, type TestFile } from '../artifact-calls.ts';
import { ADMIN_TOKEN } from '../world.ts';
import { asAdmin, call, givenWorkflow, statusOf } from './calls.ts';
import { givenNode, type FleetNode } from './fleet.ts';
import { useSite, type ApiProcess } from './site.ts';

const site = useSite();

const AXES = axesOf([6, 1, 1, 1, 1, 1]);

async function declare(api: ApiProcess, node: FleetNode, task: TaskSpec, files: readonly TestFile[]) {
  const answer = await fetch(`${api.url}/api/task/artifacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${node.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ task_id: task.task_id, ...CONVERGED, artifacts: listed(files) }),
  });
  return ((await answer.json()) as { artifacts: DeclaredArtifact[] }).artifacts;
}

async function upload(api: ApiProcess, node: FleetNode, task: TaskSpec, file: TestFile, offset: number) {
  return await fetch(api.url + uploadPath(task, file.sha256, offset), {
    method: 'PUT',
    headers: { authorization: `Bearer ${node.token}` },
    body: new Uint8Array(file.content.subarray(offset)),
  });
}

async function report(api: ApiProcess, node: FleetNode, task: TaskSpec, files: readonly TestFile[]): Promise<number> {
  const form = new FormData();
  const of = { task_id: task.task_id, point_name: task.point_name, node_id: node.id, ...CONVERGED };
  form.set('report', JSON.stringify({ ...of, artifacts: listed(files) }));
  const headers = { authorization: `Bearer ${node.token}` };
  return (await fetch(`${api.url}/api/task/report`, { method: 'POST', headers, body: form })).status;
}

test('an upload resumes each time the coordinator is killed during it', async () => {
  let api = await site.startApi();
  const worker = await site.startWorker();
  const node = await givenNode(site, new Ledger(), 'n1', { alwaysConverges: true });
  await givenWorkflow(site, 'w', yamlOf(AXES));
  const task = await until(async () => await node.claim(), 'a task');
  const file = fileOf('spectrum.bin', Buffer.alloc(3_000_000, 'spectrum of a star '));
  const small = fileOf('small.txt', 'acknowledged before');
  await declare(api, node, task, [small, file]);
  expect((await upload(api, node, task, small, 0)).status).toBe(200);
  const offsets: number[] = [];
  for (let kills = 1; kills <= 3; kills += 1) {
    const [first, second] = await declare(api, node, task, [small, file]);
    expect(first).toMatchObject({ status: 'stored' });
    const offset = second?.offset ?? 0;
    offsets.push(offset);
    // Part of the remaining bytes arrives.
    beginUpload({ url: api.url, token: node.token }, task, file, { bytes: 700_000, offset });
    const received = async () => (await declare(api, node, task, [small, file]))[1]?.offset ?? 0;
    await until(async () => (await received()) >= offset + 700_000, 'bytes');
    await api.kill();
    api = await site.startApi();
  }
  const [, left] = await declare(api, node, task, [small, file]);
  expect([...offsets, left?.offset]).toEqual([0, 700_000, 1_400_000, 2_100_000]);
  const last = await upload(api, node, task, file, 2_100_000);
  expect(await last.json()).toMatchObject({ received: 3_000_000, stored: true });
  const files = [small, file];
  expect(await report(api, node, task, files)).toBe(200);
  await api.kill();
  api = await site.startApi();
  for (const { sha256, content } of files) expect((await download(api.url, sha256)).content.equals(content)).toBe(true);
  await worker.kill();
});

/** More bytes than the sockets between two processes can hold, so that the process is killed while it sends. */
const LONG_BYTES = 30_000_000;

/**
 * Requests an archive from an offset, calls `meanwhile` after a megabyte, and returns all bytes until the connection is
 * cut.
 */
async function downloadUntilCut(
  api: ApiProcess,
  { from, etag }: { readonly from: number; readonly etag: string },
  meanwhile: () => Promise<void>,
): Promise<Buffer> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, range: `bytes=${from}-`, 'if-range': etag };
  const asking = get(`${api.url}/api/workflows/w/export`, { headers, agent: false });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.etag]).toEqual([206, etag]);
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece);
      const before = bytes;
      bytes += piece.length;
      if (before < 1_000_000 && bytes >= 1_000_000) await meanwhile();
    }
  } catch (error) {
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    return Buffer.concat(pieces);
  }
  throw new Error('the archive came to its end, although its process was killed');
}

test('an export resumes at its offset when the coordinator is killed during the download', async () => {
  let api = await site.startApi();
  const worker = await site.startWorker();
  const node = await givenNode(site, new Ledger(), 'n1', { alwaysConverges: true });
  await givenWorkflow(site, 'w', yamlOf(AXES));
  const task = await until(async () => await node.claim(), 'a task');
  const file = fileOf('spectrum.bin', Buffer.alloc(LONG_BYTES, 'spectrum of a star '));
  await declare(api, node, task, [file]);
  expect((await upload(api, node, task, file, 0)).status).toBe(200);
  expect(await report(api, node, task, [file])).toBe(200);
  await asAdmin(site, '/api/workflows/w/stop', {});
  await worker.kill();
  const whole = await requestArchive(api.url, 'w');
  const etag = whole.headers.get('etag') ?? '';
  let received = Buffer.alloc(0);
  for (let kills = 1; kills <= 2; kills += 1) {
    const part = await downloadUntilCut(api, { from: received.length, etag }, () => api.kill());
    expect(part.length).toBeGreaterThanOrEqual(1_000_000);
    received = Buffer.concat([received, part]);
    api = await site.startApi();
  }
  expect(received.length).toBeLessThan(whole.bytes.length);
  const rest = await requestArchive(api.url, 'w', {
    headers: { range: `bytes=${received.length}-`, 'if-range': etag },
  });
  expect(rest.status).toBe(206);
  expect(Buffer.concat([received, rest.bytes]).equals(whole.bytes)).toBe(true);
});

/** Sends a request and hangs up, immediately or after the first bytes. */
async function giveUp(url: string, at: 'once' | 'the first bytes'): Promise<void> {
  const asking = get(url, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  asking.on('error', () => undefined);
  if (at === 'once') asking.once('finish', () => setImmediate(() => asking.destroy()));
  else asking.once('response', (answer) => answer.once('data', () => asking.destroy()));
  await new Promise((resolve) => asking.once('close', resolve));
}

test('an abandoned download is logged, but not as an error', async () => {
  const api = await site.startApi();
  const worker = await site.startWorker();
  const node = await givenNode(site, new Ledger(), 'n1', { alwaysConverges: true });
  await givenWorkflow(site, 'w', yamlOf(AXES));
  const task = await until(async () => await node.claim(), 'a task');
  const file = fileOf('spectrum.bin', Buffer.alloc(20_000_000, 'spectrum of a star '));
  await declare(api, node, task, [file]);
  expect((await upload(api, node, task, file, 0)).status).toBe(200);
  expect(await report(api, node, task, [file])).toBe(200);
  const paths = [
    `/api/artifacts/${file.sha256}`,
    '/api/workflows/w/export',
    '/api/workflows/w/export?spectra=fits',
    '/api/workflows/w/points.csv',
    '/api/workflows/w/artifacts',
  ];
  for (const path of paths) for (const at of ['once', 'the first bytes'] as const) await giveUp(api.url + path, at);
  const ended = () => api.output().match(/"cut":true/g)?.length ?? 0;
  await until(() => ended() >= 5, 'the requests to end', ended);
  api.signal('SIGTERM');
  expect(await api.exited).toBe(0);
  expect(api.output()).not.toMatch(/"level":(?:40|50|60)/);
  await worker.kill();
});

const RESULT = JSON.stringify({ converged: true, max_relc: 1e-4, atmosphere_has_nan: false });

test('every acknowledged task has all its artifacts when agents and coordinators are killed at any time', async () => {
  let api = await site.startApi();
  await site.startWorker();
  const port = Number(new URL(api.url).port);
  await givenWorkflow(site, 'w', yamlOf(AXES, 'max_lost_attempts: 100\n'));
  const workDir = join(site.root, 'agent');
  mkdirSync(workDir);
  // Each task writes a megabyte of unique content.
  const make = `mkdir -p out; yes "$GRID_TASK_ID" | head -c 1000000 > out/spectrum.txt; echo "$GRID_POINT_NAME"`;
  const engine = `${make}; echo x > out.7; printf %s '${RESULT}' > result.new; mv result.new result.json`;
  const start = () => site.startAgent({ url: api.url, nodeId: 'n1', workDir, engine, slots: 2 });
  let agent = start();
  await until(
    async () => (await call(site, ADMIN_TOKEN, '/api/admin/nodes/n1/approve', {})).status === 200,
    'the agent to apply',
  );
  const uploads = async () => (await site.db.query('select from artifact_upload')).rows.length;
  const stored = async () => (await site.db.query('select from artifact')).rows.length;
  for (let kills = 0; kills < 4 && (await statusOf(site, 'w')) !== 'completed'; kills += 1) {
    // Waits until the agent is between its first declaration and its report.
    await until(async () => (await uploads()) > 0 || (await statusOf(site, 'w')) === 'completed', 'an upload');
    if (kills % 2 === 0) {
      await agent.kill();
    } else {
      await api.kill();
      api = await site.startApi([], { PORT: String(port) });
      continue;
    }
    agent = start();
  }
  await until(async () => (await statusOf(site, 'w')) === 'completed', 'the workflow to be completed', stored);
  const { data } = await asAdmin<{
    data: { artifacts: { task_id: string; path: string; sha256: string; kind: string }[] };
  }>(site, '/api/workflows/w/artifacts?limit=500');
  const { rows: tasks } = await site.db.query<{ id: string }>(`select id from task where status = 'completed'`);
  expect(tasks).toHaveLength(6);
  for (const { id } of tasks) {
    const content = Buffer.from(`${id}\n`.repeat(Math.ceil(1_000_000 / (id.length + 1)))).subarray(0, 1_000_000);
    const { sha256 } = fileOf('spectrum.txt', content);
    expect(data.artifacts.filter(({ task_id, kind }) => task_id === id && kind === 'spectrum')).toMatchObject([
      { sha256 },
    ]);
    expect((await download(api.url, sha256)).content.equals(content)).toBe(true);
  }
  await agent.kill();
});

(HAS_SMALL_DISK ? test : test.skip)(
  HAS_SMALL_DISK
    ? 'an artifact for a full disk gets 503, leaves nothing, and is accepted when there is space again'
    : 'a full disk (SKIPPED: mounting is not allowed here)',
  async () => {
    const api = await site.startApi(onSmallDisk(site.dataDir));
    await site.startWorker();
    const node = await givenNode(site, new Ledger(), 'n1');
    await givenWorkflow(site, 'w', yamlOf(AXES));
    const task = await until(async () => await node.claim(), 'a task');
    const file = fileOf('spectrum.bin', Buffer.alloc(2_000_000, 'x'));
    await declare(api, node, task, [file]);
    const makeRoom = fillDisk(api, site.dataDir);
    for (let turn = 1; turn <= 2; turn += 1) {
      const answer = await upload(api, node, task, file, 0);
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 5]);
      expect(await answer.json()).toMatchObject({ message: 'the disk for files is full. Try again in a while' });
      expect(await declare(api, node, task, [file])).toMatchObject([{ status: 'upload', offset: 0 }]);
    }
    makeRoom();
    expect((await upload(api, node, task, file, 0)).status).toBe(200);
  },
);
