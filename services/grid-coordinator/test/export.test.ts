import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { parquetReadObjects } from 'hyparquet';
import { filesIn, givenResults, requestArchive, unpack } from './archives.ts';
import { importResult } from './imports.ts';
import { ADMIN_TOKEN, pointsOf, start, useWorld, type TestNode } from './world.ts';

const world = useWorld();
let node: TestNode;
beforeAll(async () => {
  node = await givenResults(world, 'sdb');
});

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

test('standard programs can unpack and check an archive, which contains every model, record and table', async () => {
  const archive = await requestArchive(world.url, 'sdb');
  expect([archive.status, archive.headers.get('content-type'), archive.cut]).toEqual([200, 'application/x-tar', false]);
  expect(archive.headers.get('content-disposition')).toBe('attachment; filename="sdb.tar"');
  expect(Number(archive.headers.get('content-length'))).toBe(archive.bytes.length);
  const { folder, remove } = unpack(archive.bytes);
  try {
    const bag = join(folder, 'sdb');
    for (const manifest of ['manifest', 'tagmanifest'])
      execFileSync('sha256sum', ['--check', '--quiet', '--strict', `${manifest}-sha256.txt`], { cwd: bag });
    const files = filesIn(bag);
    const payload = [...files.keys()].filter((name) => name.startsWith('data/'));
    const manifest = files.get('manifest-sha256.txt')?.toString() ?? '';
    expect(manifest.match(/\n/g)).toHaveLength(payload.length);
    const bytes = payload.reduce((sum, name) => sum + (files.get(name)?.length ?? 0), 0);
    expect(files.get('bag-info.txt')?.toString()).toContain(`Payload-Oxum: ${bytes}.${payload.length}\n`);

    const rows = await world.sql<{ name: string; sha256: string }>('select name, sha256 from model order by name');
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const model = files.get(`data/models/${row.name}/${row.sha256.slice(0, 16)}.7`);
      expect([model?.toString(), sha256(model ?? '')]).toEqual([`model of ${row.name} in sdb`, row.sha256]);
    }
    const attempts = await world.sql<{ id: string; point_name: string }>('select id, point_name from task');
    for (const { id, point_name } of attempts)
      expect(JSON.parse(String(files.get(`data/records/${point_name}/${id}.json`)))).toMatchObject({
        name: point_name,
      });
    expect(payload.filter((name) => name.startsWith('data/records/'))).toHaveLength(attempts.length);
    const artifacts = await world.sql<{ point_name: string; task_id: string; path: string; sha256: string }>(
      'select * from artifact',
    );
    expect(artifacts).toHaveLength(4);
    for (const { point_name, task_id, path, sha256: hash } of artifacts)
      expect(sha256(files.get(`data/artifacts/${point_name}/${task_id}/${path}`) ?? '')).toBe(hash);
    const [workflow] = await world.sql<{ config_yaml: string }>('select config_yaml from workflow');
    expect(files.get('data/configuration.yaml')?.toString()).toBe(workflow?.config_yaml);
  } finally {
    remove();
  }
});

test('the documents describe the contents, citation, RO-Crate metadata and absence of FITS files', async () => {
  const { bytes } = await requestArchive(world.url, 'sdb');
  const { folder, remove } = unpack(bytes);
  try {
    const files = filesIn(join(folder, 'sdb'));
    const payload = [...files.keys()];
    const crate = JSON.parse(String(files.get('data/ro-crate-metadata.json'))) as { '@graph': { '@id': string }[] };
    for (const { '@id': id } of crate['@graph'].filter((entity) => /^\w.*\.\w+$/.test(entity['@id'])))
      expect(payload).toContain(`data/${id}`);
    expect(files.get('data/README.md')?.toString()).toMatch(/unchanged since they were computed/);
    expect(files.get('data/CITATION.cff')?.toString()).toMatch(/^cff-version: 1\.2\.0\n/);
  } finally {
    remove();
  }
});

test("the tables list each point's node, time, version and outcome", async () => {
  const { bytes } = await requestArchive(world.url, 'sdb');
  const { folder, remove } = unpack(bytes);
  try {
    const read = async (table: string) => {
      const content = readFileSync(join(folder, `sdb/data/${table}.parquet`));
      const file = content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength);
      const rows = await parquetReadObjects({ file });
      const [heading = '', ...lines] = readFileSync(join(folder, `sdb/data/${table}.csv`), 'utf8').split('\r\n');
      expect(heading.split(',')).toEqual(Object.keys(rows[0] ?? {}));
      expect(lines.length - 1).toBe(rows.length);
      return rows;
    };
    const points = await read('points');
    const listed = await pointsOf(world, 'sdb');
    const states = (rows: readonly Record<string, unknown>[]) =>
      Object.fromEntries(rows.map(({ name, status }) => [String(name), status]));
    expect(states(points)).toEqual(states(listed.map((row) => ({ ...row }))));
    const seeded = points.find(({ success_method }) => success_method === 'seed_step');
    const parent = points.find(({ success_method }) => success_method === 'cold_run');
    expect(seeded).toMatchObject({
      teff: 20_000,
      attempt_node_id: node.id,
      attempt_max_relc: 3.5e-5,
      attempt_seed_point_name: parent?.['name'],
      attempt_seed_sha256: parent?.['model_sha256'],
      attempt_completed_at: expect.any(Date),
      model_bytes: BigInt(`model of ${String(seeded?.['name'])} in sdb`.length),
      model_fit: true,
    });
    const attempts = await read('attempts');
    expect(attempts.map(({ status }) => String(status)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'completed',
      'completed',
      'failed',
      'failed',
      'failed',
    ]);
    expect(attempts.map(({ error_message }) => error_message)).toContain('=1+1, "no"\nend');
  } finally {
    remove();
  }
});

test('the same state gives the same bytes at any offset from any process, and another state gets 412', async () => {
  const whole = await requestArchive(world.url, 'sdb');
  const etag = whole.headers.get('etag') ?? '';
  const other = await world.startApi();
  try {
    const again = await requestArchive(other.url, 'sdb');
    expect([again.headers.get('etag'), again.bytes.equals(whole.bytes)]).toEqual([etag, true]);
    const size = whole.bytes.length;
    const cuts = [0, 1, 511, 512, 513, 1024, 5000, Math.floor(size / 2), size - 1025, size - 1024, size - 1];
    for (const first of cuts) {
      const rest = await requestArchive(other.url, 'sdb', { headers: { range: `bytes=${first}-`, 'if-match': etag } });
      expect([first, rest.status, rest.headers.get('content-range')]).toEqual([
        first,
        206,
        `bytes ${first}-${size - 1}/${size}`,
      ]);
      expect(rest.bytes.equals(whole.bytes.subarray(first))).toBe(true);
    }
    const part = await requestArchive(world.url, 'sdb', { headers: { range: 'bytes=700-2900' } });
    expect(part.bytes.equals(whole.bytes.subarray(700, 2901))).toBe(true);
    const beyond = await requestArchive(world.url, 'sdb', { headers: { range: `bytes=${size}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    const asked = async (tags: string, range: string) =>
      // `fetch` adds no-cache, which would request the whole archive. The header here prevents that.
      requestArchive(world.url, 'sdb', { headers: { 'if-none-match': tags, range, 'cache-control': 'max-age=0' } });
    const known = await asked(`"other", ${etag}`, 'bytes=0-9');
    expect([known.status, known.headers.get('etag'), known.bytes.length]).toEqual([304, etag, 0]);
    const unknown = await asked('"other"', 'bytes=0-9');
    expect([unknown.status, unknown.bytes.length]).toEqual([206, 10]);
    const several = await requestArchive(world.url, 'sdb', { headers: { range: 'bytes=0-1,5-6' } });
    expect([several.status, several.bytes.length]).toEqual([200, size]);
    const last = await requestArchive(world.url, 'sdb', { headers: { range: `bytes=-${size + 1}` } });
    expect([last.status, last.bytes.length]).toEqual([206, size]);
  } finally {
    await other.stop();
  }
  await start(world, 'sdb');
  await world.admin('post', '/api/workflows/sdb/stop').expect(200);
  const changed = await requestArchive(world.url, 'sdb', { headers: { range: 'bytes=9-', 'if-match': etag } });
  expect([changed.status, changed.bytes.toString()]).toEqual([412, expect.stringContaining('start the export again')]);
  const fresh = await requestArchive(world.url, 'sdb', { headers: { range: 'bytes=9-', 'if-range': etag } });
  expect([fresh.status, fresh.headers.get('etag') === etag]).toEqual([200, false]);
});

test('filters select points, and each model comes with its ancestors', async () => {
  const { bytes } = await requestArchive(world.url, 'sdb', { query: '?method=seed_step' });
  const { folder, remove } = unpack(bytes);
  try {
    const files = filesIn(join(folder, 'sdb/data'));
    const points = String(files.get('rows/points.jsonl')).trim().split('\n');
    expect(points.map((line) => (JSON.parse(line) as { success_method: string }).success_method)).toEqual([
      'seed_step',
    ]);
    expect([...files.keys()].filter((name) => name.startsWith('models/'))).toHaveLength(2);
    expect(String(files.get('README.md'))).toContain('Points with method=seed_step.');
  } finally {
    remove();
  }
  const refused = await requestArchive(world.url, 'sdb', { query: '?method=imported' });
  const unknown = await requestArchive(world.url, 'nobody');
  expect([refused.status, unknown.status]).toEqual([400, 404]);
});

test('workflows without points or with long imported names give complete archives', async () => {
  const long = `${'x'.repeat(120)}.7`;
  await importResult(world, { name: long, workflow: `w${'-long'.repeat(12)}` }).expect(200);
  await importResult(world, { name: 'failed', converged: false, workflow: 'imports' }).expect(200);
  await world
    .admin('post', '/api/workflows')
    .send({
      name: 'empty',
      config_yaml: (await world.sql<{ y: string }>(`select config_yaml as y from workflow where name = 'sdb'`))[0]?.y,
    })
    .expect(200);
  for (const [workflow, models] of [
    [`w${'-long'.repeat(12)}`, 1],
    ['imports', 0],
    ['empty', 0],
  ] as const) {
    const { bytes } = await requestArchive(world.url, workflow);
    const { folder, remove } = unpack(bytes);
    const files = [...filesIn(join(folder, workflow)).keys()];
    expect(files.filter((name) => name.startsWith('data/models/'))).toHaveLength(models);
    expect(files.filter((name) => name.startsWith('data/records/'))).toHaveLength(workflow === 'empty' ? 0 : 1);
    execFileSync('sha256sum', ['--check', '--quiet', 'manifest-sha256.txt'], { cwd: join(folder, workflow) });
    remove();
  }
});

test('a missing or changed model cuts the response, so that it is not mistaken for complete', async () => {
  const [row] = await world.sql<{ name: string; sha256: string }>(`select name, sha256 from model where workflow_id =
    (select id from workflow where name = 'sdb') order by name limit 1`);
  const folder = join(world.dataDir, 'seeds');
  const [file] = [...filesIn(folder).keys()].filter((name) =>
    name.includes(`${row?.name}.${row?.sha256.slice(0, 16)}`),
  );
  const path = join(folder, String(file));
  const content = readFileSync(path);
  const flipped = Buffer.from(content);
  flipped.writeUInt8(flipped.readUInt8(3) ^ 1, 3);
  for (const bad of [flipped, content.subarray(0, 5), Buffer.concat([content, content])]) {
    writeFileSync(path, bad);
    const { status, cut, bytes, headers } = await requestArchive(world.url, 'sdb');
    expect([status, cut, bytes.length < Number(headers.get('content-length'))]).toEqual([200, true, true]);
  }
  rmSync(path);
  expect((await requestArchive(world.url, 'sdb')).cut).toBe(true);
  writeFileSync(path, content);
  expect((await requestArchive(world.url, 'sdb')).cut).toBe(false);
});

test('exports remove all their files, even if the client disconnects', async () => {
  const abort = new AbortController();
  const answer = await fetch(`${world.url}/api/workflows/sdb/export`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    signal: abort.signal,
  });
  expect(answer.status).toBe(200);
  abort.abort();
  await requestArchive(world.url, 'sdb');
  expect([...filesIn(join(world.dataDir, 'staging')).keys()]).toEqual([]);
});
