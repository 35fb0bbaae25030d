import type {
  CitationContexts,
  CitationGraph,
  CitationNetwork,
  CitedPapers,
  StandardPaper,
} from '@almagest/contracts/literature';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { givenFound, type Entry } from './papers.ts';
import { startReplica } from './replica.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

describe('the citation network', () => {
  async function network(bibcode: string) {
    const { body, headers } = await world.call('get', '/api/citations').query({ bibcode }).expect(200);
    return { ...(body as CitationNetwork), errors: headers['x-source-errors'] };
  }
  const codesOf = (entries: readonly Entry[]) => entries.map(({ bibcode }) => bibcode).sort();

  test('has both lists with the count of each paper, and is loaded once a day', async () => {
    const entry = await givenFound(world, 'okonkwo2014');
    const first = await network(entry.bibcode);
    expect(first).toMatchObject({
      bibcode: entry.bibcode,
      title: 'Seed propagation across grids of NLTE atmospheres',
      citation_count: entry.citations.length,
      reference_count: entry.references.length,
    });
    expect(first.references.toSorted()).toEqual(codesOf(entry.references));
    expect(first.citations.toSorted()).toEqual(codesOf(entry.citations));
    const counts = [...entry.references, ...entry.citations].map(({ bibcode, citations }) => [
      bibcode,
      citations.length,
    ]);
    expect(first.citation_counts).toEqual(Object.fromEntries(counts));
    world.lab.setFault('catalog.search', { kind: 'broken_body' });
    expect(await network('arXiv:1405.9021')).toEqual(first);
    await world.sql(`update citation_network set fetched_at = fetched_at - interval '25 hours'`);
    await world
      .call('get', '/api/citations')
      .query({ bibcode: entry.bibcode })
      .expect(500, /catalog/);
    world.lab.clearFaults();
    expect(await network(entry.bibcode)).toEqual(first);
  });

  test.each([
    ['references', 'citations'],
    ['citations', 'references'],
  ] as const)(
    'without the failed %s contains the %s, reports the failure, and is loaded again',
    async (failing, other) => {
      const entry = await givenFound(world, failing === 'references' ? 'ozdemir2016' : 'gutierrez2018');
      world.lab.setFault('catalog.search', { kind: 'broken_body', only: `${failing}%28` });
      const partial = await network(entry.bibcode);
      expect(partial.errors).toMatch(/^catalog: /);
      expect(partial[failing]).toEqual([]);
      expect(partial[other].toSorted()).toEqual(codesOf(entry[other]));
      world.lab.clearFaults();
      const whole = await network(entry.bibcode);
      expect(whole.errors).toBeUndefined();
      expect(whole[failing].toSorted()).toEqual(codesOf(entry[failing]));
    },
  );

  test('of a paper without references and citations has empty lists', async () => {
    const { bibcode } = await givenFound(world, 'vasquez2018');
    expect((await network(bibcode)).citations).toEqual([]);
    const old = await givenFound(world, 'hakala1993');
    expect((await network(old.bibcode)).references).toEqual([]);
  });
});

async function page(query: object) {
  const { body, headers } = await world.call('get', '/api/papers/citations').query(query).expect(200);
  return { ...(body as CitedPapers), errors: headers['x-source-errors'] };
}

describe('cited and citing papers', () => {
  test('come in pages, and are not loaded twice', async () => {
    const entry = await givenFound(world, 'okonkwo2014');
    const of = { bibcode: entry.bibcode, direction: 'references' };
    const first = await page({ ...of, rows: 2 });
    expect(first).toMatchObject({ bibcode: entry.bibcode, direction: 'references', total: entry.references.length });
    const rest = await page({ ...of, rows: 200, start: 2 });
    const all = [...first.papers, ...rest.papers];
    expect(all.map(({ bibcode }) => bibcode).toSorted()).toEqual(entry.references.map((one) => one.bibcode).toSorted());
    for (const paper of all) {
      const known = entry.references.find(({ bibcode }) => bibcode === paper.bibcode);
      expect(paper).toMatchObject({ is_described: true, in_library: false, year: String(known?.paper.year) });
      expect(paper.title).not.toBe('');
      expect(paper.authors.length).toBe(known?.paper.authors.length);
    }
    await world.call('post', '/api/papers').send({ identifier: all[0]?.bibcode }).expect(200);
    world.lab.setFault('catalog.search', { kind: 'broken_body' });
    expect((await page({ ...of, rows: 1 })).papers[0]).toMatchObject({ in_library: true });
    expect(await page({ ...of, start: 1_000 })).toMatchObject({ total: all.length, papers: [] });
  });

  test('that the catalog cannot describe are listed by code, and a failed list is an error', async () => {
    const known = new Set(
      (await world.sql<{ bibcode: string }>('select bibcode from paper')).map((row) => row.bibcode),
    );
    const isNew = ({ citations }: Entry) => citations.some(({ bibcode }) => !known.has(bibcode));
    const { key } = world.lab.library.entries.find(isNew)?.paper ?? { key: '' };
    const entry = await givenFound(world, key);
    const of = { bibcode: entry.bibcode, direction: 'citations' };
    world.lab.setFault('catalog.search', { kind: 'broken_body', only: 'citations%28' });
    await world
      .call('get', '/api/papers/citations')
      .query(of)
      .expect(500, /catalog/);
    world.lab.clearFaults();
    await world.call('get', '/api/citations').query({ bibcode: entry.bibcode }).expect(200);
    world.lab.setFault('catalog.search', { kind: 'broken_body' });
    const named = await page(of);
    expect(named.errors).toMatch(/^catalog: /);
    const codes = entry.citations.map(({ bibcode }) => bibcode).toSorted();
    expect(named.papers.map(({ bibcode }) => bibcode).toSorted()).toEqual(codes);
    expect(named.papers.some((paper) => !paper.is_described && paper.title === '')).toBe(true);
  });
});

describe('citations in texts', () => {
  async function contexts(query: object): Promise<CitationContexts> {
    return (await world.call('get', '/api/papers/citations/contexts').query(query).expect(200))
      .body as CitationContexts;
  }
  async function givenParsed(key: string): Promise<Entry> {
    const entry = await givenFound(world, key);
    await world.call('post', '/api/download').send({ bibcode: entry.bibcode }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode: entry.bibcode }).expect(200);
    return entry;
  }

  test('are found with their sentences in both directions, and form the graph of the library', async () => {
    const citing = await givenParsed('okonkwo2005');
    const cited = await givenFound(world, 'mueller1999');
    const own = await contexts({ bibcode: citing.bibcode, direction: 'references', rows: 200 });
    expect(own.total).toBe(own.contexts.length);
    const [found] = own.contexts.filter(({ sentence }) => sentence.includes('has gone into nursing such guesses'));
    expect(found).toMatchObject({ citing: citing.bibcode, cited: cited.bibcode, cited_title: cited.paper.title });
    const { sentence = '', ranges = [] } = found ?? {};
    expect(ranges.map(({ start, end }) => sentence.slice(start, end)).join(' ')).toMatch(/1999/);
    const { body } = await world.call('get', '/api/paper').query({ bibcode: citing.bibcode }).expect(200);
    const blocks = (body as { english_content: string }).english_content.split('\n\n');
    expect(blocks[found?.paragraph_index ?? 0]).toContain('nursing such guesses');
    expect(blocks[found?.reference_index ?? 0]).toContain('1999');
    const between = { bibcode: cited.bibcode, direction: 'citations', other: citing.bibcode };
    const seen = (await contexts(between)).contexts;
    expect(seen).toContainEqual(found);
    expect(await contexts({ bibcode: cited.bibcode, direction: 'citations', rows: 1 })).toEqual({
      total: seen.length,
      contexts: seen.slice(0, 1),
    });
    await world.call('post', '/api/papers').send({ identifier: cited.bibcode }).expect(200);
    const graph = (await world.call('get', '/api/library/citation-graph').expect(200)).body as CitationGraph;
    const codes = graph.papers.map(({ bibcode }) => bibcode);
    expect(graph.total).toBe(graph.papers.length);
    expect(graph.links).toContainEqual({ citing: codes.indexOf(citing.bibcode), cited: codes.indexOf(cited.bibcode) });
    expect(graph.papers[codes.indexOf(citing.bibcode)]?.has_references).toBe(true);
    const few = { year_from: cited.paper.year, year_to: cited.paper.year, limit: 1 };
    const part = (await world.call('get', '/api/library/citation-graph').query(few).expect(200)).body as CitationGraph;
    expect(part.papers).toHaveLength(1);
    expect(part.links).toEqual([]);
  });

  test('are found in a PDF too, which has no links', async () => {
    const entry = await givenParsed('vandermeer2004');
    await page({ bibcode: entry.bibcode, direction: 'references', rows: 200 });
    const { contexts: found } = await contexts({ bibcode: entry.bibcode, direction: 'references', rows: 200 });
    expect(found.length).toBeGreaterThan(0);
    const cited = new Set(found.map(({ cited }) => cited));
    expect(entry.references.some(({ bibcode }) => cited.has(bibcode))).toBe(true);
  });
});

describe('the active paper', () => {
  test('is unset at first, then the last one set by any replica', async () => {
    const active = (url: string) => request(url).get('/api/active_bibcode').expect(200);
    expect((await active(world.url)).body).toEqual({ bibcode: null });
    const { bibcode } = await givenFound(world, 'okonkwo2014');
    const other = await startReplica(world);
    await request(other.url).post('/api/active_bibcode').send({ bibcode: '1405.9021' }).expect(200, { bibcode });
    expect((await active(world.url)).body).toEqual({ bibcode });
    await world.call('post', '/api/active_bibcode').send({ bibcode: '2099ApJ...999..999X' }).expect(404);
    await world
      .call('post', '/api/active_bibcode')
      .send({ bibcode: '' })
      .expect(400, /bibcode/);
    expect((await active(other.url)).body).toEqual({ bibcode });
    await other.stop();
  });
});

describe('the export', () => {
  test('contains each paper once, in request order, and lists the codes that the catalog does not know', async () => {
    const [one, two] = [await givenFound(world, 'okonkwo2014'), await givenFound(world, 'quist2017')];
    const bibcodes = [two.bibcode, '1999ApJ...999..999X', one.bibcode, two.bibcode, one.dois[0] ?? '', '1998é'];
    const { body, headers } = await world.call('post', '/api/export').send({ bibcodes }).expect(200);
    const { bibtex } = body as { bibtex: string };
    const keys = [...bibtex.matchAll(/^@\w+\{([^,]+),/gm)].map(([, key]) => key);
    expect(keys).toEqual([two.bibcode, one.bibcode]);
    expect(headers['x-missing-bibcodes']).toBe('1999ApJ...999..999X 1998?');
  });

  test('of a preprint that the catalog does not know uses its stored record', async () => {
    const { preprint } = world.lab.library.byKey('takeda2024').paper;
    const query = { q: `identifier:"arXiv:${preprint?.id ?? ''}"`, source: 'preprint' };
    const [found] = (await world.call('get', '/api/search').query(query).expect(200)).body as StandardPaper[];
    const published = await givenFound(world, 'okonkwo2014');
    // The catalog does not know the code that the service created.
    const bibcode = '2024arXiv241099999X';
    await world.sql(`update paper set bibcode = $1 where bibcode = $2`, [bibcode, found?.bibcode]);
    const bibcodes = [published.bibcode, bibcode];
    const { body, headers } = await world.call('post', '/api/export').send({ bibcodes }).expect(200);
    const { bibtex } = body as { bibtex: string };
    expect([...bibtex.matchAll(/^@\w+\{([^,]+),/gm)].map(([, key]) => key)).toEqual(bibcodes);
    expect(bibtex).toContain(
      `eprint = {${preprint?.id ?? ''}},\narchivePrefix = {arXiv},\n primaryClass = {astro-ph.SR}`,
    );
    expect(headers).not.toHaveProperty('x-missing-bibcodes');
  });

  test('has no header for missing codes if the catalog knows all papers, and is empty if it knows none', async () => {
    const known = await world
      .call('post', '/api/export')
      .send({ bibcodes: ['2014MNRAS1443.1201O'] })
      .expect(200);
    expect(known.headers).not.toHaveProperty('x-missing-bibcodes');
    await world
      .call('post', '/api/export')
      .send({ bibcodes: ['1999ApJ...999..999X'] })
      .expect(200, { bibtex: '' });
  });

  test('reports a failure of the catalog in plain text', async () => {
    world.lab.setFault('catalog.export', { kind: 'broken_body' });
    const { status, type } = await world.call('post', '/api/export').send({ bibcodes: ['2014MNRAS1443.1201O'] });
    expect({ status, type }).toEqual({ status: 500, type: 'text/plain' });
  });

  test('without a catalog key is refused before any request is sent', async () => {
    const keyless = await startReplica(world, { CATALOG_API_KEY: undefined });
    world.lab.clearRequests();
    const bibcodes = ['2014MNRAS1443.1201O'];
    const { status, type, text } = await request(keyless.url).post('/api/export').send({ bibcodes });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
    expect(text).toContain('CATALOG_API_KEY');
    expect(world.lab.requests()).toEqual([]);
    // Searches still work with the preprint server, and the header names the missing source.
    const found = await request(keyless.url).get('/api/search').query({ q: 'winds' }).expect(200);
    expect((found.body as StandardPaper[]).length).toBeGreaterThan(0);
    expect(found.headers['x-source-errors']).toContain('CATALOG_API_KEY');
    await keyless.stop();
  });
});
