import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@almagest/test-kit/until';
import { filesIn, givenResults, importArchive, openBag, pack, requestArchive, withChecksum } from './archives.ts';
import { givenNode, openWorld, pointsOf, start, statusOf, type World } from './world.ts';

let origin: World;
let empty: World;
let archive: Buffer;
let files: Map<string, Buffer>;
beforeAll(async () => {
  [origin, empty] = await Promise.all([openWorld(), openWorld({ env: { MAX_ARCHIVE_BYTES: '1000000' } })]);
  await givenResults(origin, 'sdb');
  await givenJudgements();
  archive = (await requestArchive(origin.url, 'sdb')).bytes;
  files = openBag(archive, 'sdb');
});
afterAll(async () => {
  await Promise.all([origin.close(), empty.close()]);
});

/** One model is checked; another one was rejected and is accepted again. */
async function givenJudgements(): Promise<void> {
  const converged = (await pointsOf(origin, 'sdb')).filter(({ status }) => status === 'converged');
  const [first, second] = converged.map(({ name }) => `/api/workflows/sdb/points/${name}/judgements`);
  const judge = (url: string | undefined, kind: string) =>
    origin.admin('post', url ?? '').send({ kind, note: `${kind} — é` });
  await judge(first, 'checked').expect(200);
  await judge(second, 'rejected').expect(200);
  await judge(second, 'accepted').expect(200);
}

const ROWS = 'data/rows/points.jsonl';

/** The files of the archive with one of them changed, left out or added. */
function changed(path: string, change: (content: string) => string | undefined): Map<string, Buffer> {
  const content = change(String(files.get(path)));
  const others = [...files].filter(([name]) => name !== path);
  return new Map(content === undefined ? others : [...others, [path, Buffer.from(content)]]);
}

function modelPath(): string {
  return [...files.keys()].find((path) => path.startsWith('data/models/')) ?? '';
}

/** The header of an entry of another type. */
const asType = (type: string) => (path: string, head: Buffer) => {
  if (path !== modelPath()) return head;
  const other = Buffer.from(head);
  other.write(type, 156);
  return withChecksum(other);
};

function bombed(path: string, head: Buffer): Buffer {
  if (path !== modelPath()) return head;
  const claim = Buffer.from(head);
  claim.write('77777777777', 124);
  return withChecksum(claim);
}

function extendedBomb(path: string, head: Buffer): Buffer {
  if (path !== modelPath()) return head;
  const claim = Buffer.from(head);
  claim.write('x', 156);
  claim.write('00000400000', 124);
  return withChecksum(Buffer.concat([claim, Buffer.alloc(0x20_000), head]).subarray(0, 512 + 0x20_000 + head.length));
}

const firstRow = (change: (row: Record<string, unknown>) => unknown) => (text: string) => {
  const [first = '', ...rest] = text.split('\n');
  return [JSON.stringify(change(JSON.parse(first) as Record<string, unknown>)), ...rest].join('\n');
};

/** It would be handed out as soon as the workflow is started. */
const WAITING_RUN = {
  point_name: 't20000_g5.0_he-1.0_c-4.0_n-4.0_o-4.0',
  sha256: '0'.repeat(64),
  original_task: '00000000-0000-4000-8000-000000000000',
  original_node: 'n1',
  spectra: [],
  status: 'waiting',
  note: null,
  requested_by: 'admin',
  requested_at: '2026-01-01T00:00:00+00:00',
  ended_at: '2026-01-01T00:00:00+00:00',
  reproduced: null,
  difference: null,
  error: null,
};

const BAD: [fault: string, bad: () => Buffer, message: RegExp][] = [
  ['is cut', () => archive.subarray(0, archive.length - 2000), /archive is cut/],
  ['has no end', () => archive.subarray(0, archive.length - 512), /archive is cut|end/],
  ['goes on after its end', () => Buffer.concat([archive, Buffer.alloc(512, 1)]), /follows the end/],
  ['is no archive', () => Buffer.alloc(4096, 'x'), /no header of tar/],
  ['has another content than its manifest', () => flipped(), /is not the one of its SHA-256/],
  [
    'has a wrong hash in its manifest',
    () => pack(files, { manifest: (text) => `${'0'.repeat(64)}${text.slice(64)}` }),
    /SHA-256 0000/,
  ],
  [
    'leaves out a file of its manifest',
    () => pack(files, { manifest: (text) => `${text}${'0'.repeat(64)}  data/more\n` }),
    /found the end/,
  ],
  [
    'has a file that is in no manifest',
    () => pack(files, { manifest: (text) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1) }),
    /in no manifest/,
  ],
  ['has a path out of its folder', () => pack(new Map([...files, ['data/../../evil', Buffer.from('x')]])), /no path/],
  ['has a symbolic link', () => pack(files, { head: asType('2') }), /no regular file but of the type SymbolicLink/],
  ['has a device', () => pack(files, { head: asType('3') }), /no regular file/],
  ['claims more than it has', () => pack(files, { head: bombed }), /archive is cut/],
  ['has a header as large as a file', () => pack(files, { head: extendedBomb }), /too large/],
  [
    'holds what no export writes',
    () => pack(new Map([...files, ['data/points.exe', Buffer.from('x')]])),
    /nothing that an archive/,
  ],
  ['has no rows', () => pack(changed(ROWS, () => undefined)), /no data\/rows\/points\.jsonl/],
  [
    'has a row that is no JSON',
    () => pack(changed(ROWS, (text) => `{${text}`)),
    /line 1 of .*points\.jsonl is not valid JSON/,
  ],
  [
    'has a row with another status',
    () => pack(changed(ROWS, (text) => text.replace('"failed"', '"lost"'))),
    /cannot be stored: .*lost/,
  ],
  [
    'has a row of a later version',
    () =>
      pack(
        changed(
          ROWS,
          firstRow((row) => ({ ...row, colour: 1 })),
        ),
      ),
    /column colour, .* newer version/,
  ],
  ['has a point twice', () => pack(changed(ROWS, (text) => text + text)), /cannot be stored: duplicate key/],
  [
    'lacks the file of a model',
    () => pack(changed(modelPath(), () => undefined)),
    /no file of \d+ bytes for the model/,
  ],
  [
    'has another artifact than its row says',
    () => pack(changed('data/rows/artifacts.jsonl', (text) => text.replace(/"size_bytes": ?\d+/, '"size_bytes":7'))),
    /no file data\/artifacts/,
  ],
  [
    'has an artifact without a row',
    () => pack(changed('data/rows/artifacts.jsonl', () => '')),
    /no row of the archive tells/,
  ],
  [
    'has the rows of artifacts in another order than their files',
    () => pack(changed('data/rows/artifacts.jsonl', (text) => `${text.trim().split('\n').toReversed().join('\n')}\n`)),
    /no file data\/artifacts.* in the place of its row/,
  ],
  [
    'has a second run that has not ended',
    () => pack(changed('data/rows/reproductions.jsonl', () => `${JSON.stringify(WAITING_RUN)}\n`)),
    /line 1 of data\/rows\/reproductions\.jsonl: .*status/,
  ],
  ['calls a model fit that contains NaN', () => unfit(), /contains NaN or Inf/],
  [
    'has a malformed configuration',
    () => pack(changed('data/rows/workflow.json', (text) => text.replace('teff: [20000]', 'teff: [hot]'))),
    /grid\.teff/,
  ],
];

function flipped(): Buffer {
  const bad = Buffer.from(archive);
  const place = bad.indexOf('model of t20000');
  bad.writeUInt8(bad.readUInt8(place) ^ 1, place);
  return bad;
}

function unfit(): Buffer {
  const path = modelPath();
  const content = Buffer.from('  1.0 2.0\n NaN 3.0\n'.repeat(40));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const old = createHash('sha256')
    .update(files.get(path) ?? '')
    .digest('hex');
  const [others, rows] = [changed(path, () => undefined), 'data/rows/models.jsonl'];
  others.set(path.replace(old.slice(0, 16), sha256.slice(0, 16)), content);
  const text = String(files.get(rows))
    .split('\n')
    .map((line) =>
      line.includes(`"sha256":"${old}","task_id"`) || line.includes(old)
        ? line.replaceAll(old, sha256).replace(/"size_bytes":\d+/, `"size_bytes":${content.length}`)
        : line,
    );
  others.set(rows, Buffer.from(text.join('\n')));
  return pack(others);
}

test.each(BAD)('an archive that %s is refused, and nothing of it is stored', async (_, bad, message) => {
  const outcome = await importArchive(empty, bad());
  expect([outcome.status, outcome.message]).toEqual(['refused', expect.stringMatching(message)]);
  for (const table of [
    'workflow',
    'point',
    'task',
    'model',
    'current_model',
    'imported_model',
    'point_count_delta',
    'point_count',
    'artifact',
  ])
    expect([table, await empty.sql(`select 1 from ${table}`)]).toEqual([table, []]);
  await until(() => readdirSync(join(empty.dataDir, 'imports')).length === 0, 'the archive to be removed');
});

test('a piece that is announced too large, too long or at another place is refused, and the upload goes on', async () => {
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const put = (query: string, body: Buffer) =>
    empty.admin('put', `/api/imports/${sha256}?${query}`).set('Content-Type', 'application/octet-stream').send(body);
  await empty.admin('get', `/api/imports/${sha256}`).expect(404);
  await put('offset=0&size=1000001', archive).expect(413);
  await put(`offset=700&size=${archive.length}`, archive.subarray(700)).expect(409);
  await put('offset=0&size=100', archive.subarray(0, 600)).expect(400);
  await put('offset=0', archive).expect(400);
  await empty.anyone('put', `/api/imports/${sha256}?offset=0&size=9`).send(Buffer.from('x')).expect(401);
  const first = await put(`offset=0&size=${archive.length}`, archive.subarray(0, 600)).expect(200);
  expect(first.body).toMatchObject({ data: { status: 'uploading', received_bytes: 600, size_bytes: archive.length } });
  const { body } = await put(`offset=0&size=${archive.length}`, archive.subarray(0, 600)).expect(409);
  expect(body).toMatchObject({ message: expect.stringContaining('goes on at offset 600') });
});

/** What a page of the workflow says, without the numbers that rows have in one database only. */
async function textOf(world: World, path: string): Promise<string> {
  const { body } = await world.admin('get', `/api/workflows/sdb/${path}`).expect(200);
  return JSON.stringify(body).replaceAll(/"id":\d+,?/g, '');
}

test('an import brings back points, attempts, models and records: exported again the archive is the same, byte for byte', async () => {
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const rest = archive.subarray(600);
  await empty
    .admin('put', `/api/imports/${sha256}?offset=600&size=${archive.length}`)
    .set('Content-Type', 'application/octet-stream')
    .send(rest);
  const outcome = await importArchive(empty, Buffer.from(archive));
  expect(outcome).toMatchObject({
    status: 'done',
    workflow: 'sdb',
    message: expect.stringMatching(
      /^4 points, 5 attempts, 2 models, 3 judgements, 0 second runs, 5 records and 4 artifacts$/,
    ),
  });
  expect((await requestArchive(empty.url, 'sdb')).bytes.equals(archive)).toBe(true);
  expect(await pointsOf(empty, 'sdb')).toEqual(await pointsOf(origin, 'sdb'));
  for (const { name } of await pointsOf(origin, 'sdb')) {
    const detail = async (world: World) =>
      (await world.admin('get', `/api/workflows/sdb/points/${name}`).expect(200)).body;
    expect(await detail(empty)).toEqual(await detail(origin));
  }
  for (const [path, told] of [
    ['judgements', /"judged_at"/],
    ['failures', /"cause"/],
    ...(await pointsOf(origin, 'sdb')).map(({ name }) => [`points/${name}/explain`, /"reason"/] as const),
    ...(await pointsOf(origin, 'sdb'))
      .filter(({ status }) => status === 'converged')
      .map(({ name }) => [`points/${name}/provenance`, /"config/] as const),
  ] as const) {
    const here = await textOf(empty, path);
    expect([path, here]).toEqual([path, expect.stringMatching(told)]);
    expect([path, here]).toEqual([path, await textOf(origin, path)]);
  }
  const stats = async (world: World) =>
    (await world.admin('get', '/api/workflows/sdb/stats').expect(200)).body as { data: object };
  expect({ ...(await stats(empty)).data, eta_sec: 0 }).toEqual({ ...(await stats(origin)).data, eta_sec: 0 });
  // Files of refused archives are left until they are swept.
  const stored = filesIn(join(empty.dataDir, 'seeds'));
  for (const [name, content] of filesIn(join(origin.dataDir, 'seeds')))
    expect([name, stored.get(name)?.equals(content)]).toEqual([name, true]);
});

/** Without the files that only archives of this version have. */
function ofEarlierVersion(): Map<string, Buffer> {
  const later = new Set(['starts', 'judgements', 'reproductions', 'counts'].map((name) => `data/rows/${name}.jsonl`));
  return new Map([...files].filter(([path]) => !later.has(path)));
}

test('the same archive again changes nothing, and another one of a workflow that exists is refused', async () => {
  expect(await importArchive(empty, archive)).toMatchObject({ status: 'done', workflow: 'sdb' });
  const other = await importArchive(empty, pack(files));
  expect(other).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('there is a workflow sdb already'),
  });
  expect((await requestArchive(empty.url, 'sdb')).bytes.equals(archive)).toBe(true);
});

test('an archive of an earlier version, without starts, judgements, second runs and counts, is imported', async () => {
  await empty.admin('delete', '/api/workflows/sdb').expect(200);
  expect(await importArchive(empty, pack(ofEarlierVersion()))).toMatchObject({
    status: 'done',
    message: expect.stringContaining('2 models, 0 judgements, 0 second runs'),
  });
  await empty.admin('delete', '/api/workflows/sdb').expect(200);
  expect(await importArchive(empty, archive)).toMatchObject({ status: 'done' });
});

test('an imported workflow goes on where it stood: what is open is computed, from the models that came with it', async () => {
  expect(await statusOf(empty, 'sdb')).toBe('paused');
  await start(empty, 'sdb');
  const node = await givenNode(empty, 'fresh');
  const cold = await node.claimSoon();
  await node.fail(cold);
  const seeded = await node.claimSoon();
  expect([seeded.point_name, seeded.task_type]).toEqual([cold.point_name, 'seed_step']);
  const seed = await empty.as(node.token, 'get', `/api/seed/${seeded.seed_point_name}`).expect(200);
  expect((seed.body as Buffer).toString()).toBe(`model of ${seeded.seed_point_name} in sdb`);
  await node.converge(seeded);
});
