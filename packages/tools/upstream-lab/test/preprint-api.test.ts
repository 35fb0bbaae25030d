import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startUpstreamLab, type UpstreamLab } from '../src/index.ts';

let lab: UpstreamLab;
beforeAll(async () => {
  lab = await startUpstreamLab({ bulk: 300 });
});
afterEach(() => {
  lab.setSettings({ atom: 'current' });
  lab.clearFaults();
});
afterAll(() => lab.close());

async function query(
  parameters: Record<string, string>,
): Promise<{ status: number; xml: string; ids: string[]; total: number }> {
  const answer = await fetch(`${lab.environment()['PREPRINT_API_URL']}?${new URLSearchParams(parameters).toString()}`);
  const xml = await answer.text();
  const ids = [...xml.matchAll(/<id>http:\/\/arxiv\.org\/abs\/([^<]+)<\/id>/g)].map(([, id]) => id ?? '');
  return { status: answer.status, xml, ids, total: Number(/totalResults[^>]*>(\d+)</.exec(xml)?.[1]) };
}

const found = async (searchQuery: string) => (await query({ search_query: searchQuery, max_results: '50' })).ids.sort();

test.each([
  ['ti:"seed propagation"', ['1405.9021v3']],
  ['au:Jørgensby AND abs:levitation ANDNOT ti:atmospheres', ['astro-ph/0304992v1']],
  ['au:van_der_meerschen AND (ti:clumping OR ti:nitrogen)', ['0709.9003v1', 'astro-ph/0407993v2']],
  ['cat:astro-ph.EP', ['1702.90019v2', '2304.90055v2']],
  ['cat:physics.*', ['2105.90201v1']],
  ['abs:neodymium nickel', ['1107.9016v1', '1206.9008v1', 'astro-ph/0605991v2']],
  ['submittedDate:[202401010000 TO 202401312359] AND all:wolf', ['2401.90345v1']],
  ['jr:JQSRT', ['2105.90201v1', 'astro-ph/0203992v2']],
])('finds by %s', async (searchQuery, ids) => {
  await expect(found(searchQuery)).resolves.toEqual(ids.sort());
});

test('returns papers by id in the requested order and version, and drops unknown ids', async () => {
  const { ids, total } = await query({ id_list: '2009.90088,0000.0000,astro-ph/0106992,1405.9021v2,1405.9021v9' });
  expect(ids).toEqual(['2009.90088v1', 'astro-ph/0106992v1', '1405.9021v2']);
  expect(total).toBe(3);
});

test('limits a search to the listed ids', async () => {
  const { ids } = await query({ search_query: 'all:wind', id_list: 'astro-ph/0304992,2009.90088' });
  expect(ids).toEqual(['astro-ph/0304992v1']);
});

test('pages in a stable order and counts without listing', async () => {
  const page = (start: number) =>
    query({
      search_query: 'ti:sample',
      start: String(start),
      max_results: '70',
      sortBy: 'submittedDate',
      sortOrder: 'ascending',
    });
  const pages = [await page(0), await page(70), await page(140), await page(210), await page(280)];
  const ids = pages.flatMap(({ ids }) => ids);
  expect(new Set(ids).size).toBe(300);
  expect(ids).toHaveLength(300);
  await expect(query({ search_query: 'ti:sample', max_results: '0' })).resolves.toMatchObject({
    ids: [],
    total: 300,
    status: 200,
  });
});

test.each([
  [{ id_list: 'abc' }, 'incorrect id format for abc'],
  [{ search_query: 'star', start: 'x' }, 'start must be an integer'],
  [{ search_query: 'star', max_results: '-1' }, 'max_results must be non-negative'],
  [{ search_query: 'star', max_results: '2001' }, 'max_results must not be greater than 2000'],
  [{ search_query: 'star', start: '29995' }, 'start + max_results must not be greater than 30000'],
  [{ search_query: 'star', sortBy: 'beauty' }, 'sortBy must be in: relevance, lastUpdatedDate, submittedDate'],
  [{ search_query: 'star', sortOrder: 'up' }, 'sortOrder must be in: ascending, descending'],
  [{ search_query: 'ti:"open' }, 'search_query cannot be parsed'],
  [{}, 'search_query or id_list must be given'],
])('answers %j with a feed of one error', async (parameters, message) => {
  const { status, xml } = await query(parameters);
  expect(status).toBe(400);
  expect(xml).toContain(`<summary>${message}</summary>`);
  expect(xml).not.toContain('<published>');
  expect(xml).toMatch(/<id>https:\/\/arxiv\.org\/api\/errors#/);
});

test('returns errors with status 200 in the legacy format', async () => {
  lab.setSettings({ atom: 'legacy' });
  await expect(query({ id_list: 'abc' })).resolves.toMatchObject({ status: 200 });
});

test('returns a total without results while its pages are empty', async () => {
  lab.setFault('preprintApi.query', { kind: 'empty_page', times: 1 });
  await expect(query({ search_query: 'ti:sample' })).resolves.toMatchObject({ ids: [], total: 300, status: 200 });
  expect((await query({ search_query: 'ti:sample' })).ids).toHaveLength(10);
});

test('lists a paper twice instead of another one', async () => {
  const {
    ids: [first, , third],
  } = await query({ search_query: 'ti:sample' });
  lab.setFault('preprintApi.query', { kind: 'repeated_entry', times: 1 });
  const { ids } = await query({ search_query: 'ti:sample' });
  expect([ids.length, ...ids.slice(0, 3)]).toEqual([10, first, first, third]);
});

/** Returns every element with its parent and the names of its attributes. */
function structure(xml: string): Set<string> {
  const open: string[] = [];
  const seen = new Set<string>();
  for (const [, close, name = '', attributes = '', empty] of xml.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>/g,
  )) {
    if (close === '/') open.pop();
    else {
      const names = [...attributes.matchAll(/([\w:]+)=/g)].map(([, attribute = '']) => attribute).sort();
      seen.add(`${open.at(-1) ?? ''}>${name} ${names.join(' ')}`.trim());
      if (empty !== '/') open.push(name);
    }
  }
  return seen;
}

const ASKED = { id_list: 'astro-ph/0106992,1405.9021,2401.90345' };

testRecorded('writes the elements of the recorded current feeds and no others', async () => {
  const read = (name: string) => [...structure(readRecorded(`arxiv-atom/${name}`))];
  const real = new Set(['2026_multi_testing_10.xml', '2026_single_astro-ph_0601001.xml'].flatMap(read));
  const { xml } = await query(ASKED);
  expect([...structure(xml)].filter((element) => !real.has(element))).toEqual([]);
  expect([...structure((await query({ id_list: 'abc' })).xml)].sort()).toEqual(
    read('2026_error_400_incorrect_id.xml').sort(),
  );
  expect([...structure((await query({ id_list: '0000.0000' })).xml)].sort()).toEqual(
    read('2026_zero_results_id_0000.0000.xml').sort(),
  );
});

testRecorded('writes the elements of the recorded legacy feeds and no others', async () => {
  lab.setSettings({ atom: 'legacy' });
  const read = (name: string) => [...structure(readRecorded(`arxiv-atom/${name}`))];
  const real = new Set(['2012_legacy_two_astro.xml', '2016_legacy_single_1111.2011v2.xml'].flatMap(read));
  const { xml } = await query(ASKED);
  expect([...structure(xml)].sort()).toEqual([...real].sort());
});
