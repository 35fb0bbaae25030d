import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { raw, type RawResponse } from '@almagest/test-kit/raw-http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { configYaml, givenRunning, useNode, useWorld } from './world.ts';

const CONTENT = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

const world = useWorld();
const node = useNode(world, 'n1');
let point: string;
beforeAll(async () => {
  await mkdir(join(world.assetsDir, 'atoms', 'he'), { recursive: true });
  const outside = join(world.dataDir, '..', 'outside');
  await mkdir(outside);
  for (const [file, content] of [
    [join(world.assetsDir, 'gfVIS99.dat'), CONTENT],
    [join(world.assetsDir, 'atoms', 'he', 'he1.dat'), CONTENT],
    [join(world.assetsDir, 'empty.dat'), ''],
    [join(world.assetsDir, 'a name "quoted" é.dat'), CONTENT],
    [join(world.assetsDir, '.secret'), 'secret'],
    [join(outside, 'secret.dat'), 'secret'],
  ] as const)
    await writeFile(file, content);
  await symlink(join(outside, 'secret.dat'), join(world.assetsDir, 'leak.dat'));
  await symlink(outside, join(world.assetsDir, 'leak'));
  await symlink(join(world.assetsDir, 'atoms', 'he', 'he1.dat'), join(world.assetsDir, 'alias.dat'));
  await symlink(join(world.assetsDir, 'nowhere'), join(world.assetsDir, 'dangling.dat'));
  await givenRunning(world, 'w', configYaml());
  const task = await node.claimSoon();
  point = task.point_name;
  await node.report(task, { seed: CONTENT }).expect(200);
});

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> {
  return await raw(world.url, { method, path, headers: { authorization: `Bearer ${node.token}`, ...headers } });
}

const PATHS: Readonly<Record<string, () => string>> = {
  'a seed': () => `/api/seed/${point}`,
  'a data file': () => '/api/data/file/atoms/he/he1.dat',
  'the line list': () => '/api/data/linelist',
};

describe.each(Object.keys(PATHS))('%s', (what) => {
  const fetchIt = async (headers?: Record<string, string>, method?: string) =>
    await get(PATHS[what]?.() ?? '', headers, method);
  const fileName = () => ({ 'a seed': `${point}.7`, 'a data file': 'he1.dat' })[what] ?? 'gfVIS99.dat';

  test('is sent completely, as bytes, under its name', async () => {
    const answer = await fetchIt();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(CONTENT);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${fileName()}"`,
      'content-length': '256',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^(W\/)?"[^"]+"$/),
      'x-content-type-options': 'nosniff',
    });
  });

  test('is described by HEAD without being sent', async () => {
    const [answer, whole] = [await fetchIt({}, 'HEAD'), await fetchIt()];
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(0);
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges'])
      expect(answer.headers[name]).toBe(whole.headers[name]);
    // Ranges apply only to GET.
    const ranged = await fetchIt({ range: 'bytes=10-19' }, 'HEAD');
    expect([ranged.status, ranged.headers['content-length']]).toEqual([200, '256']);
  });

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=250-', 250, 256],
    ['bytes=-6', 250, 256],
    ['bytes=-1000', 0, 256],
    ['bytes=200-9999', 200, 256],
    ['bytes=0-255', 0, 256],
  ])('is sent partially for %s', async (range, from, to) => {
    const answer = await fetchIt({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/256`);
    expect(answer.headers['content-length']).toBe(String(to - from));
    expect(answer.body).toEqual(CONTENT.subarray(from, to));
  });

  test.each(['bytes=256-', 'bytes=1000-2000', 'bytes=-0'])('has nothing at %s', async (range) => {
    const answer = await fetchIt({ range });
    expect(answer.status).toBe(416);
    expect(answer.headers['content-range']).toBe('bytes */256');
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.text).toMatch(/range/);
  });

  // RFC 9110, section 14.2: servers ignore invalid ranges and may answer several ranges with the whole file.
  test.each(['bytes=0-9,20-29', 'bytes=9-0', 'bytes=0-9, 9-5', 'bytes=x-y', 'bytes=', 'lines=0-9', 'nonsense'])(
    'is sent completely for %s',
    async (range) => {
      const answer = await fetchIt({ range });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(CONTENT);
    },
  );

  test('is not sent again to a client that has it', async () => {
    const etag = String((await fetchIt()).headers.etag);
    for (const header of [etag, `"other", ${etag}`, '*', `W/${etag.replace(/^W\//, '')}`]) {
      const answer = await fetchIt({ 'if-none-match': header });
      expect([header, answer.status]).toEqual([header, 304]);
      expect(answer.body).toHaveLength(0);
      expect(answer.headers.etag).toBe(etag);
    }
    expect((await fetchIt({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('resumes a stopped download only while the file is unchanged', async () => {
    const etag = String((await fetchIt()).headers.etag);
    const later = await fetchIt({ range: 'bytes=100-', 'if-range': '"other"' });
    expect([later.status, later.body.length]).toEqual([200, 256]);
    const modified = String((await fetchIt()).headers['last-modified']);
    const same = await fetchIt({ range: 'bytes=100-', 'if-range': etag.startsWith('W/') ? modified : etag });
    expect([same.status, same.body.length]).toEqual([206, 156]);
  });
});

test("a seed's ETag is the SHA-256 of its content, and changes with it", async () => {
  expect((await get(`/api/seed/${point}`)).headers.etag).toBe(`"${SHA256}"`);
  await world
    .admin('post', '/api/admin/import_seed')
    .field('report', JSON.stringify({ name: 'other', params: PARAMS, converged: true, final_max_relc: 1e-5 }))
    .attach('seed_file', Buffer.from('first'), 'x.7')
    .expect(200);
  const first = await get('/api/seed/other');
  await world
    .admin('post', '/api/admin/import_seed')
    .field('report', JSON.stringify({ name: 'other', params: PARAMS, converged: true, final_max_relc: 1e-5 }))
    .attach('seed_file', Buffer.from('second'), 'x.7')
    .expect(200);
  const second = await get('/api/seed/other', { 'if-none-match': String(first.headers.etag) });
  expect([first.text, second.status, second.text]).toEqual(['first', 200, 'second']);
});
const PARAMS = { teff: 20_000, logg: 5, loghe: -1, logc: -4, logn: -4, logo: -4 };

test('a data file replaced by one of equal size has another ETag', async () => {
  const path = join(world.assetsDir, 'replaced.dat');
  const tagOf = async () => (await get('/api/data/file/replaced.dat')).headers.etag;
  await writeFile(path, 'one');
  await utimes(path, 1, 1);
  const before = await tagOf();
  expect(await tagOf()).toBe(before);
  await writeFile(path, 'two');
  expect(await tagOf()).not.toBe(before);
});

test('sends an empty file', async () => {
  const answer = await get('/api/data/file/empty.dat');
  expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '0', '']);
});

test('escapes a name that a header cannot contain', async () => {
  const answer = await get(`/api/data/file/${encodeURIComponent('a name "quoted" é.dat')}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toBe(String.raw`attachment; filename="a name \"quoted\" _.dat"`);
});

test.each([
  '../outside/secret.dat',
  '..%2foutside%2fsecret.dat',
  '%2e%2e/outside/secret.dat',
  '.secret',
  'atoms/../.secret',
])('%s does not leave the assets folder', async (name) => {
  const answer = await get(`/api/data/file/${name}`);
  expect(answer.status).toBe(400);
  expect(answer.text).not.toContain('secret');
});

test.each(['leak.dat', 'leak/secret.dat', 'leak'])(
  'does not follow a link that leaves the folder: %s',
  async (name) => {
    const answer = await get(`/api/data/file/${name}`);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  },
);

test('follows a link within the folder', async () => {
  expect((await get('/api/data/file/alias.dat')).body).toEqual(CONTENT);
});

test.each(['atoms', 'atoms/he', 'atoms/he/he1.dat/x', 'dangling.dat', 'ATOMS/he/he1.dat', 'absent.dat'])(
  '%s is not a file',
  async (name) => {
    const answer = await get(`/api/data/file/${name}`);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.text).not.toContain(world.assetsDir);
  },
);

test('answers 404 for a seed whose file is missing', async () => {
  const summary = { name: 'gone', params: PARAMS, converged: true, final_max_relc: 1e-5 };
  await world
    .admin('post', '/api/admin/import_seed')
    .field('report', JSON.stringify(summary))
    .attach('seed_file', Buffer.from('soon gone'), 'x.7')
    .expect(200);
  const seeds = join(world.dataDir, 'seeds');
  const file = (await readdir(seeds, { recursive: true })).find((path) => path.includes('gone.'));
  await rm(join(seeds, String(file)));
  const answer = await get('/api/seed/gone');
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.headers.etag).toBeUndefined();
  expect(answer.headers['content-disposition']).toBeUndefined();
});

describe('a diagnostic record', () => {
  const SUMMARY = { name: 'p', params: PARAMS, converged: false, final_max_relc: 0.5, stages: [{ label: 'lte' }] };
  const conv = async () => {
    const { body } = await world.admin('get', '/api/workflows/records/points/p').expect(200);
    return (body as { data: { conv: unknown } }).data.conv;
  };
  const record = async () => {
    const root = join(world.dataDir, 'diagnostics');
    const path = (await readdir(root, { recursive: true })).find((each) => each.endsWith(join('p', 'conv.json')));
    return join(root, String(path));
  };

  test('is returned unchanged', async () => {
    await world
      .admin('post', '/api/admin/import_seed?workflow=records')
      .field('report', JSON.stringify(SUMMARY))
      .expect(200);
    expect(await conv()).toEqual(SUMMARY);
  });

  test.each(['', '{"converged":', '[1, 2]', 'null', '7'])('is null if it contains %j', async (text) => {
    await writeFile(await record(), text);
    expect(await conv()).toBeNull();
  });

  test('is null if missing', async () => {
    await rm(await record());
    expect(await conv()).toBeNull();
  });
});
