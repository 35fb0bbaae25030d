import type { StandardPaper } from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import { givenFound, readLibrary, readRecord } from './papers.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const search = (query: Record<string, string | number>) => world.call('get', '/api/search').query(query);

async function found(query: Record<string, string | number>): Promise<StandardPaper[]> {
  return (await search(query).expect(200)).body as StandardPaper[];
}

const codes = (papers: readonly StandardPaper[]) => papers.map(({ bibcode }) => bibcode);

describe('a search of both sources', () => {
  test("shows a paper that both know once, with the catalog's record", async () => {
    const entry = world.lab.library.byKey('okonkwo2014');
    const q = 'title:"Seed propagation across grids"';
    const [before] = await found({ q, source: 'preprint' });
    expect(before).toMatchObject({ bibcode: entry.alternates[0], preprint_id: '1405.9021' });
    const merged = await found({ q });
    expect(merged).toEqual([
      expect.objectContaining({
        bibcode: entry.bibcode,
        preprint_id: '1405.9021',
        doi: entry.dois[0],
        pub_journal: 'Monthly Notices of the Royal Astronomical Society',
        year: '2014',
        citation_count: entry.citations.length,
        reference_count: entry.references.length,
        doctype: 'article',
        is_downloaded: false,
        has_markdown: false,
        has_translation: false,
      }),
    ]);
    expect(merged[0]).not.toHaveProperty('pdf_error');
    // From now on the preprint server returns the published paper, and the old code leads to it.
    expect(codes(await found({ q, source: 'preprint' }))).toEqual([entry.bibcode]);
    expect((await readRecord(world, entry.alternates[0] ?? '')).bibcode).toBe(entry.bibcode);
  });

  test('fills gaps of the catalog from the preprint server, field by field', async () => {
    const q = 'title:"Wolf-Rayet atmospheres"';
    const [alone] = await found({ q, source: 'catalog' });
    expect(alone?.keywords).toEqual([]);
    const [merged] = await found({ q });
    expect(merged).toEqual({ ...alone, keywords: ['astro-ph.SR'] });
    const [row] = await world.sql('select provenance from paper where bibcode = $1', [merged?.bibcode]);
    expect(row).toMatchObject({ provenance: { title: 'catalog', preprintId: 'catalog', keywords: 'preprint' } });
  });

  test.each(['relevance', 'date_desc', 'date_asc', 'citations_desc'])(
    'has pages by %s without repeats or gaps',
    async (sort) => {
      const whole = await found({ q: 'stars', sort, rows: 200 });
      expect(whole.length).toBeGreaterThan(20);
      const pages: StandardPaper[] = [];
      for (let start = 0; start < whole.length + 7; start += 7)
        pages.push(...(await found({ q: 'stars', sort, rows: 7, start })));
      expect(codes(pages)).toEqual(codes(whole));
      expect(new Set(codes(pages)).size).toBe(pages.length);
      if (sort === 'relevance') return;
      const keys = whole.map(({ year, citation_count }) => (sort === 'citations_desc' ? citation_count : Number(year)));
      const falling = keys.toSorted((a, b) => (sort === 'date_asc' ? a - b : b - a));
      if (sort === 'citations_desc') expect(keys).toEqual(falling);
      // A preprint has the date of its first version, up to a year before the journal's.
      else
        for (const [place, key] of keys.entries()) expect(Math.abs(key - (falling[place] ?? 0))).toBeLessThanOrEqual(1);
    },
  );

  test('has ten papers per page by default', async () => {
    const first = await found({ q: 'stars' });
    expect(codes(first)).toEqual(
      codes(await found({ q: 'stars', rows: 10, start: 0, sort: 'relevance', source: 'all' })),
    );
    expect(first).toHaveLength(10);
  });

  test('has at most two thousand results, and reports the limit', async () => {
    const { status, text, type } = await search({ q: 'stars', start: 1_900, rows: 101 });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
    expect(text).toContain('2000');
    expect(await found({ q: 'stars', start: 1_900, rows: 100 })).toEqual([]);
    expect(await found({ q: 'stars', start: 5_000, source: 'catalog' })).toEqual([]);
  });

  test('returns an empty list if nothing matches', async () => {
    expect(await found({ q: 'phlogiston' })).toEqual([]);
  });
});

describe('a failing source', () => {
  test.each([
    ['catalog', 'catalog.search', 'preprint'],
    ['preprint', 'preprintApi.query', 'catalog'],
  ] as const)(
    '(%s) does not affect the papers of the other, and is named in the header',
    async (failing, route, other) => {
      const expected = codes(await found({ q: 'winds', source: other }));
      expect(expected.length).toBeGreaterThan(1);
      world.lab.setFault(route, { kind: 'broken_body' });
      const answer = await search({ q: 'winds' }).expect(200);
      expect(codes(answer.body as StandardPaper[])).toEqual(expected);
      expect(answer.headers['x-source-errors']).toMatch(new RegExp(`^${failing}: \\S`));
      await search({ q: 'winds', source: other }).expect(200);
    },
  );

  test.each([
    ['all', 500, /catalog: .*; preprint: /],
    ['catalog', 500, /^catalog: /],
    ['preprint', 502, /^preprint: .*127\.0\.0\.1/],
  ])(
    '(source %s) is reported in plain text with status %i if no other source answers',
    async (source, failed, words) => {
      world.lab.setFault('catalog.search', { kind: 'broken_body' });
      world.lab.setFault('preprintApi.query', { kind: 'broken_body' });
      const { status, text, type } = await search({ q: 'winds', source });
      expect({ status, type }).toEqual({ status: failed, type: 'text/plain' });
      expect(text).toMatch(words);
      await world.call('get', '/api/sync/meta/count').query({ q: 'winds', source }).expect(failed, words);
    },
  );

  test('is not reported if both sources answer', async () => {
    expect((await search({ q: 'winds' }).expect(200)).headers).not.toHaveProperty('x-source-errors');
  });

  test('that rejects the key gives a message that names the variable', async () => {
    world.lab.setFault('catalog.search', { kind: 'server_error', status: 401, body: 'no' });
    expect((await search({ q: 'winds', source: 'catalog' }).expect(500)).text).toContain('CATALOG_API_KEY');
  });
});

describe('a query that the preprint server does not support', () => {
  const CITING = 'citations(bibcode:"2014MNRAS1443.1201O")';

  test('is answered by the catalog alone, and the header names the other source', async () => {
    const answer = await search({ q: CITING }).expect(200);
    const citing = world.lab.library.byKey('okonkwo2014').citations.map(({ bibcode }) => bibcode);
    expect(codes(answer.body as StandardPaper[]).sort()).toEqual(citing.sort());
    expect(answer.headers['x-source-errors']).toMatch(/^preprint: .*citations/);
  });

  test('is refused if only that server is searched, or if neither understands it', async () => {
    world.lab.clearRequests();
    expect((await search({ q: CITING, source: 'preprint' }).expect(400)).text).toContain('citations()');
    expect(world.lab.requests()).toEqual([]);
    const { status, text, type } = await search({ q: 'klingon:yes' });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
    expect(text).toMatch(/catalog: .*klingon.*; preprint: .*klingon/);
  });
});

describe('an invalid parameter', () => {
  test.each([
    ['q', {}],
    ['q', { q: '' }],
    ['q', { q: '  \t' }],
    ['q', { q: 'x'.repeat(1001) }],
    ['q', { q: 'a\0b' }],
    ['source', { q: 'x', source: 'ads' }],
    ['source', { q: 'x', source: '' }],
    ['rows', { q: 'x', rows: 0 }],
    ['rows', { q: 'x', rows: -1 }],
    ['rows', { q: 'x', rows: 201 }],
    ['rows', { q: 'x', rows: 'ten' }],
    ['rows', { q: 'x', rows: 1.5 }],
    ['start', { q: 'x', start: -1 }],
    ['start', { q: 'x', start: '' }],
    ['start', { q: 'x', start: 1_000_001 }],
    ['sort', { q: 'x', sort: 'newest' }],
  ] as [string, Record<string, string | number>][])(
    '%s of %j is refused by name before any source is queried',
    async (name, query) => {
      world.lab.clearRequests();
      const { status, text, type } = await search(query);
      expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
      expect(text).toContain(name);
      expect(world.lab.requests()).toEqual([]);
    },
  );
});

describe('a paper found by a search', () => {
  test('is stored, but belongs to the library only once it is added', async () => {
    const { bibcode, paper } = await givenFound(world, 'hakala1993');
    expect(codes(await readLibrary(world))).not.toContain(bibcode);
    expect((await readRecord(world, bibcode)).title).toBe(paper.title);
    await world.call('get', '/api/citations').query({ bibcode }).expect(200);
    await world.call('post', '/api/active_bibcode').send({ bibcode }).expect(200);
    expect(codes(await readLibrary(world))).not.toContain(bibcode);
    await world.call('post', '/api/no_resource').send({ bibcode }).expect(200);
    expect(codes(await readLibrary(world))).toContain(bibcode);
    const [again] = await found({ q: `bibcode:"${bibcode}"`, source: 'catalog' });
    expect(again).toMatchObject({ bibcode, pdf_error: 'no_resource', html_error: 'no_resource' });
  });

  test.each([
    '2014MNRAS1443.1201O',
    '2014arXiv1405.9021O',
    ' 2014MNRAS1443.1201O ',
    '10.5555/mnras.2014.1443.1201',
    '10.5555/MNRAS.2014.1443.1201',
    'doi:10.5555/mnras.2014.1443.1201',
    'https://doi.org/10.5555/mnras.2014.1443.1201',
    '1405.9021',
    'arXiv:1405.9021',
    'ARXIV:1405.9021v2',
    '10.48550/arXiv.1405.9021',
    'https://arxiv.org/abs/1405.9021v1',
    'http://arxiv.org/pdf/1405.9021.pdf',
  ])('can be found as %s', async (name) => {
    const { bibcode } = await givenFound(world, 'okonkwo2014');
    expect((await readRecord(world, name)).bibcode).toBe(bibcode);
  });

  test.each([
    'astro-ph/0509991',
    'arXiv:astro-ph/0509991',
    'https://arxiv.org/abs/astro-ph/0509991',
    '10.5555/AA.2006.1147.563',
  ])('is accepted by every operation under %s', async (name) => {
    const { bibcode } = await givenFound(world, 'okonkwo2005');
    const note = { paragraph_index: 0, note_text: 'n', highlight_color: 'pink', selected_text: '' };
    const posts = {
      '/api/download': {},
      '/api/no_resource': { clear: true },
      '/api/notes': note,
      '/api/active_bibcode': {},
    };
    for (const [path, more] of Object.entries(posts)) {
      const { body } = await world
        .call('post', path)
        .send({ bibcode: name, ...more })
        .expect(200);
      expect([path, (body as StandardPaper).bibcode]).toEqual([path, bibcode]);
    }
    const upload = await world
      .call('post', '/api/upload')
      .field('bibcode', name)
      .field('type', 'pdf')
      .attach('file', Buffer.from('%PDF-1.7\n%%EOF\n'), 'paper.pdf')
      .expect(200);
    expect((upload.body as StandardPaper).bibcode).toBe(bibcode);
    const { body } = await world.call('post', '/api/parse').send({ bibcode: name, source: 'html' }).expect(200);
    expect((body as { markdown: string }).markdown).toContain('Starting models matter');
    for (const path of ['/api/paper', '/api/citations', '/api/notes'])
      expect((await world.call('get', path).query({ bibcode: name }).expect(200)).text).toContain(bibcode);
    const exported = await world
      .call('post', '/api/export')
      .send({ bibcodes: [name] })
      .expect(200);
    expect((exported.body as { bibtex: string }).bibtex).toContain(`{${bibcode},`);
    await world.call('get', `/api/paper/figures/${encodeURIComponent(name)}/absent.png`).expect(404, /has no figure/);
  });

  test.each([
    ['get', '/api/paper'],
    ['get', '/api/citations'],
    ['get', '/api/notes'],
    ['get', '/api/paper/figures/2099ApJ...999..999X/x1.png'],
    ['post', '/api/download'],
    ['post', '/api/parse'],
    ['post', '/api/no_resource'],
    ['post', '/api/active_bibcode'],
    ['post', '/api/notes'],
  ] as const)('is required by %s %s: a code that was never found is refused', async (method, path) => {
    const bibcode = '2099ApJ...999..999X';
    const note = { paragraph_index: 0, note_text: 'n', highlight_color: 'pink', selected_text: '' };
    const call = world.call(method, path);
    const query = path.includes(bibcode) ? {} : { bibcode };
    const body = path === '/api/notes' ? { bibcode, ...note } : { bibcode };
    const { status, text, type } = await (method === 'get' ? call.query(query) : call.send(body));
    expect({ status, type }).toEqual({ status: 404, type: 'text/plain' });
    const isLookedUp = path === '/api/download' || path === '/api/no_resource';
    const why = isLookedUp ? 'no source knows it' : 'search for it, download it or synchronise it first';
    expect(text).toBe(`no paper is known as ${bibcode}: ${why}`);
  });
});

test('counting matches requests no rows', async () => {
  const [catalog, preprint] = [
    await found({ q: 'stars', source: 'catalog', rows: 200 }),
    await found({ q: 'stars', source: 'preprint', rows: 200 }),
  ];
  world.lab.clearRequests();
  for (const [source, total] of [
    ['catalog', catalog.length],
    ['preprint', preprint.length],
    ['all', catalog.length + preprint.length],
  ] as const)
    await world.call('get', '/api/sync/meta/count').query({ q: 'stars', source }).expect(200, { total });
  const asked = world.lab.requests().map(({ target }) => target);
  expect(asked).toHaveLength(4);
  for (const target of asked) expect(target).toMatch(/[?&](?:rows|max_results)=0(?:&|$)/);
  await world
    .call('get', '/api/sync/meta/count')
    .query({ q: 'stars' })
    .expect(400, /source/);
});
