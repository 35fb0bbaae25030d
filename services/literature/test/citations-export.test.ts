import type { CitationNetwork, StandardPaper } from '@almagest/contracts/literature';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { givenFound, type Entry } from './papers.ts';
import { startReplica } from './replica.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: false });
});
afterEach(() => {
  world.lab.clearFaults();
});
afterAll(async () => {
  await world.close();
});

describe('the citation network', () => {
  async function network(bibcode: string) {
    const { body, headers } = await world.call('get', '/api/citations').query({ bibcode }).expect(200);
    return { ...(body as CitationNetwork), errors: headers['x-source-errors'] };
  }
  const codesOf = (entries: readonly Entry[]) => entries.map(({ bibcode }) => bibcode).sort();

  test('has both lists whole with the count of each paper, and is asked for once a day', async () => {
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
  ] as const)('without the %s, which failed, has the %s, tells so, and is asked for again', async (failing, other) => {
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
  });

  test('of a paper without references and citations has empty lists', async () => {
    const { bibcode } = await givenFound(world, 'vasquez2018');
    expect((await network(bibcode)).citations).toEqual([]);
    const old = await givenFound(world, 'hakala1993');
    expect((await network(old.bibcode)).references).toEqual([]);
  });
});

describe('the active paper', () => {
  test('is none at first, then the last one set, by whichever replica', async () => {
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
  test('has each paper once, in the order asked for, and names the codes that the catalog does not know', async () => {
    const [one, two] = [await givenFound(world, 'okonkwo2014'), await givenFound(world, 'quist2017')];
    const bibcodes = [two.bibcode, '1999ApJ...999..999X', one.bibcode, two.bibcode, one.dois[0] ?? '', '1998é'];
    const { body, headers } = await world.call('post', '/api/export').send({ bibcodes }).expect(200);
    const { bibtex } = body as { bibtex: string };
    const keys = [...bibtex.matchAll(/^@\w+\{([^,]+),/gm)].map(([, key]) => key);
    expect(keys).toEqual([two.bibcode, one.bibcode]);
    expect(headers['x-missing-bibcodes']).toBe('1999ApJ...999..999X 1998?');
  });

  test('of a preprint that the catalog does not know is made from its record', async () => {
    const { preprint } = world.lab.library.byKey('takeda2024').paper;
    const query = { q: `identifier:"arXiv:${preprint?.id ?? ''}"`, source: 'preprint' };
    const [found] = (await world.call('get', '/api/search').query(query).expect(200)).body as StandardPaper[];
    const published = await givenFound(world, 'okonkwo2014');
    // The code that was made up for it is not the catalog's.
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

  test('of papers that the catalog knows all has no such header, of none no text', async () => {
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

  test('says in plain text when the catalog fails', async () => {
    world.lab.setFault('catalog.export', { kind: 'broken_body' });
    const { status, type } = await world.call('post', '/api/export').send({ bibcodes: ['2014MNRAS1443.1201O'] });
    expect({ status, type }).toEqual({ status: 500, type: 'text/plain' });
  });

  test('without the key of the catalog is refused before anybody is asked', async () => {
    const keyless = await startReplica(world, { CATALOG_API_KEY: undefined });
    world.lab.clearRequests();
    const bibcodes = ['2014MNRAS1443.1201O'];
    const { status, type, text } = await request(keyless.url).post('/api/export').send({ bibcodes });
    expect({ status, type }).toEqual({ status: 400, type: 'text/plain' });
    expect(text).toContain('CATALOG_API_KEY');
    expect(world.lab.requests()).toEqual([]);
    // Everything else works: the preprint server answers searches, and the header names what is missing.
    const found = await request(keyless.url).get('/api/search').query({ q: 'winds' }).expect(200);
    expect((found.body as StandardPaper[]).length).toBeGreaterThan(0);
    expect(found.headers['x-source-errors']).toContain('CATALOG_API_KEY');
    await keyless.stop();
  });
});
