import { readFileSync } from 'node:fs';
import type { StandardPaper } from '@almagest/contracts/literature';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readLibrary } from './papers.ts';
import { HTML, uploadTo } from './upload-calls.ts';
import { useWorld } from './world.ts';

// Short waits for a host.
const env = { UPSTREAM_TIMEOUT_MS: '400' };
const world = useWorld({ worker: false, env });
const keyless = useWorld({ worker: false, env: { ...env, CATALOG_API_KEY: '' } });
beforeAll(() => {
  for (const one of [world, keyless]) one.lab.setSettings({ publisherAt: 'mirror' });
});
beforeEach(async () => {
  await world.sql('delete from target_paper');
  await world.sql('delete from paper');
});

const post = (path: string, body: object) => world.call('post', path).send(body);

describe('the examples of the README', () => {
  /** Returns the second and third example as a shell would send them, for a paper of the preprint server. */
  function examples(id: string): { path: string; body: object }[] {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const lines = readme.matchAll(/^curl -X POST http:\/\/127\.0\.0\.1:8000(\S+) .* -d '(.*)'$/gm);
    return [...lines].map(([, path = '', body = '']) => ({
      path,
      body: JSON.parse(body.replaceAll('1605.08386', id)) as object,
    }));
  }

  test.each([
    ['with', () => world],
    ['without', () => keyless],
  ])('work in an empty library, %s a key of the catalog', async (_key, of) => {
    const [download, parse] = examples('1405.9021');
    expect([download?.path, parse?.path]).toEqual(['/api/download', '/api/parse']);
    for (const { path, body } of [download, parse].filter((one) => one !== undefined))
      await of().call('post', path).send(body).expect(200);
    expect(await readLibrary(of())).toEqual([
      expect.objectContaining({ preprint_id: '1405.9021', is_downloaded: true, has_markdown: true }),
    ]);
  });
});

describe('a paper that no search has found', () => {
  test.each([
    ['its code', ({ bibcode }) => bibcode],
    [
      'the address of its abstract',
      ({ bibcode }) => `https://ui.adsabs.harvard.edu/abs/${encodeURIComponent(bibcode)}/abstract`,
    ],
    ['its DOI, encoded', ({ doi }) => `https://doi.org/${encodeURIComponent(doi)}`],
    ['its DOI at the end of a sentence', ({ doi }) => `(doi:${doi.toUpperCase()}).`],
    ['a page of the preprint server', () => 'arxiv.org/pdf/1405.9021v2.pdf'],
  ] as [string, (names: { bibcode: string; doi: string }) => string][])(
    'is looked up and downloaded by %s',
    async (_what, nameOf) => {
      const { bibcode } = world.lab.library.byKey('okonkwo2014');
      const [known] = (await world.call('get', '/api/search').query({ q: bibcode, source: 'catalog' }).expect(200))
        .body as StandardPaper[];
      await world.sql('delete from paper');
      expect(
        (await post('/api/download', { bibcode: nameOf({ bibcode, doi: known?.doi ?? '' }) }).expect(200)).body,
      ).toMatchObject({
        bibcode,
        doi: known?.doi,
        is_downloaded: true,
      });
      expect(await readLibrary(world)).toHaveLength(1);
    },
  );

  test('accepts uploads, marks and links to objects', async () => {
    const [one, two, three] = ['okonkwo2014', 'quist2017', 'tanaka2012'].map(
      (key) => world.lab.library.byKey(key).bibcode,
    );
    expect(await uploadTo(world, one ?? '', 'html', HTML)).toMatchObject({ bibcode: one, is_downloaded: true });
    expect((await post('/api/no_resource', { bibcode: two }).expect(200)).body).toMatchObject({
      pdf_error: 'no_resource',
    });
    expect((await post('/api/target/associate', { bibcode: three, name: 'Vega' }).expect(200)).body).toMatchObject({
      bibcodes: [three],
    });
    const library = (await readLibrary(world)).map(({ bibcode }) => bibcode);
    expect(new Set(library)).toEqual(new Set([one, two, three]));
    expect(library).toHaveLength(3);
  });

  test('is looked up once for many concurrent requests', async () => {
    const { bibcode } = world.lab.library.byKey('okonkwo2014');
    const names = [bibcode, 'arXiv:1405.9021', '1405.9021v1', bibcode];
    const answers = await Promise.all(names.map((name) => post('/api/no_resource', { bibcode: name })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await readLibrary(world)).toHaveLength(1);
  });
});

describe('a name', () => {
  test('that no source knows returns 404, and an invalid one queries no source', async () => {
    for (const name of ['2099ApJ...999..999X', '10.1086/999999', '9912.99999', 'astro-ph/0612999'])
      await post('/api/download', { bibcode: name }).expect(404, /no paper is known as /);
    world.lab.clearRequests();
    await post('/api/download', { bibcode: 'the paper on winds' }).expect(404, /not a catalog code, a DOI/);
    expect(world.lab.requests()).toEqual([]);
    expect(await world.sql('select from paper')).toEqual([]);
  });

  test('of a journal article reports the missing catalog key', async () => {
    await keyless
      .call('post', '/api/download')
      .send({ bibcode: '2013A&A...552A.143S' })
      .expect(404, /Not all sources could be queried: .*CATALOG_API_KEY/);
  });

  test.each([
    ['that fails', 502, { kind: 'broken_body' }],
    ['that hangs', 504, { kind: 'timeout' }],
  ] as const)('known only to a source %s returns %d with the host', async (_how, status, fault) => {
    const { bibcode } = world.lab.library.byKey('ulrich1989');
    world.lab.setFault('catalog.search', fault);
    const answer = await post('/api/download', { bibcode });
    expect([answer.status, answer.type]).toEqual([status, 'text/plain']);
    expect(answer.text).toContain(
      `${bibcode} is not in the library and could not be looked up: ${new URL(world.env['CATALOG_API_URL'] ?? '').host}: `,
    );
    // The other source knows the paper.
    await post('/api/no_resource', { bibcode: '1405.9021' }).expect(200);
  });

  test('is not looked up by operations that only read', async () => {
    const { bibcode } = world.lab.library.byKey('okonkwo2014');
    world.lab.clearRequests();
    await world.call('get', '/api/paper').query({ bibcode }).expect(404);
    await post('/api/parse', { bibcode }).expect(404, /search for it, download it or synchronise it first/);
    expect(world.lab.requests()).toEqual([]);
  });
});

test('a search for a DOI with brackets asks both sources for the complete DOI', async () => {
  world.lab.clearRequests();
  const q = 'doi:10.1016/S0370-2693(97)00327-5';
  await world.call('get', '/api/search').query({ q }).expect(200);
  await world.call('get', '/api/sync/meta/count').query({ q, source: 'all' }).expect(200);
  const asked = world.lab.requests().map(({ target }) => decodeURIComponent(target.replaceAll('+', ' ')));
  expect(asked).toHaveLength(4);
  for (const address of asked) expect(address).toContain('doi:"10.1016/s0370-2693(97)00327-5"');
});
