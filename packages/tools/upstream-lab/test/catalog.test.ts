import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startUpstreamLab, type UpstreamLab } from '../src/index.ts';

let lab: UpstreamLab;
beforeAll(async () => {
  lab = await startUpstreamLab({ bulk: 2400 });
});
afterAll(() => lab.close());

interface SearchResponse {
  readonly responseHeader: { readonly status: number; readonly params: Record<string, string> };
  readonly response: { readonly numFound: number; readonly start: number; readonly docs: Record<string, unknown>[] };
  readonly error?: { readonly msg: string; readonly code: number };
  readonly nextCursorMark?: string;
}

const headers = () => ({ authorization: `Bearer ${lab.environment()['CATALOG_API_KEY']}` });

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${lab.environment()['CATALOG_API_URL']}${path}`, {
    ...init,
    headers: { ...headers(), ...(init.headers as object) },
  });
}

async function search(q: string, more: Record<string, string> = {}): Promise<SearchResponse> {
  const parameters = new URLSearchParams({ q, fl: 'bibcode,title,author', ...more });
  return (await call(`/search/query?${parameters.toString()}`)).json() as Promise<SearchResponse>;
}

async function codes(q: string): Promise<unknown[]> {
  return (await search(`NOT title:sample (${q})`, { rows: '200', sort: 'bibcode asc' })).response.docs.map(
    ({ bibcode }) => bibcode,
  );
}

const bibcode = (key: string) => lab.library.byKey(key).bibcode;
const sorted = (keys: string[]) => keys.map(bibcode).sort();

test('rejects a caller without the key', async () => {
  const answer = await fetch(`${lab.environment()['CATALOG_API_URL']}/search/query?q=star`);
  expect(answer.status).toBe(401);
  await expect(answer.json()).resolves.toEqual({ error: 'Unauthorized' });
});

test.each([
  ['author:"Ulrichsen, K" NOT author:"Özdağlar"', ['ulrich1989', 'mueller1999']],
  ['author:"^Ulrichsen" year:2001', ['ulrich2001']],
  ['first_author:Marchettini', ['marchetti2007', 'marchetti2016']],
  ['title:"seed propagation"', ['okonkwo2014']],
  ['abs:quadrupole -title:imaging', ['petrov2018', 'nakamura2021']],
  ['abs:(nickel OR neodymium) year:2011-2013', ['swiatek2012', 'ibrahim2011']],
  ['keyword:"stars: magnetic field" AND year:[2016 TO *]', ['ozdemir2016', 'kowalski2019', 'petrov2022']],
  ['object:"HD 149438" property:refereed author:Okonkwo', ['okonkwo2005']],
  ['object:"* 53 Cam"', ['ozdemir1995', 'ozdemir2016']],
  ['bibcode:2019MNRAS*', ['kowalski2019']],
  ['doctype:(phdthesis OR software)', ['ortega2019', 'lindqvist2022']],
  ['arXiv:1405.9021', ['okonkwo2014']],
  ['identifier:"astro-ph/0106992"', ['delacruz2001']],
  ['identifier:arXiv:1405.9021', ['okonkwo2014']],
  ['doi:"10.5555/aa.2001.1080.233"', ['delacruz2001']],
  ['doi:10.48550/arXiv.2401.90345', ['rahman2024']],
  ['citation_count:[6 TO *] year:[* TO 2005]', ['stone1991', 'chaudhary2002']],
  ['levitation wind', ['jorgensen2003', 'jorgensen2015']],
  ['bibstem:SoPh OR bibstem:SSRv', ['whitaker1994', 'whitaker2021']],
])('finds by %s', async (query, keys) => {
  await expect(codes(query)).resolves.toEqual(sorted(keys));
});

test('follows references and citations of any identifier', async () => {
  const entry = lab.library.byKey('okonkwo2014');
  const old = entry.alternates[0] ?? '';
  await expect(codes(`references(identifier:"${old}")`)).resolves.toEqual(
    entry.references.map(({ bibcode }) => bibcode).sort(),
  );
  const citing = await search(`citations(bibcode:"${entry.bibcode}")`, { rows: '2000', sort: 'date desc' });
  expect(citing.response.numFound).toBe(entry.citations.length);
  await expect(codes('references(references(title:emulators))')).resolves.toContain(bibcode('xu2009'));
});

test('limits a page to 2000 rows silently, and continues from there', async () => {
  const first = await search('title:sample', { rows: '5000', sort: 'id asc' });
  expect(first.response).toMatchObject({ numFound: 2400, start: 0 });
  expect(first.response.docs).toHaveLength(2000);
  const rest = await search('title:sample', { rows: '2000', start: '2000', sort: 'id asc' });
  expect(rest.response.docs).toHaveLength(400);
  const all = [...first.response.docs, ...rest.response.docs].map(({ bibcode }) => bibcode);
  expect(new Set(all).size).toBe(2400);
});

test('counts without listing when no rows are requested', async () => {
  const { response } = await search('title:sample', { rows: '0' });
  expect(response).toEqual({ numFound: 2400, start: 0, docs: [] });
});

test('pages with cursor marks until the mark repeats', async () => {
  const seen: unknown[] = [];
  let mark = '*';
  for (;;) {
    const { response, nextCursorMark } = await search('year:2016', {
      rows: '100',
      sort: 'score desc,id desc',
      cursorMark: mark,
    });
    seen.push(...response.docs.map(({ bibcode }) => bibcode));
    if (nextCursorMark === mark) break;
    mark = nextCursorMark ?? '';
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBe((await search('year:2016', { rows: '0' })).response.numFound);
});

test('sorts by date and citations, and ignores unknown orders', async () => {
  const dates = (await search('star', { fl: 'date', sort: 'date desc', rows: '50' })).response.docs.map(({ date }) =>
    String(date),
  );
  expect(dates).toEqual(dates.toSorted().toReversed());
  const counts = (await search('*:*', { fl: 'citation_count', sort: 'citation_count desc', rows: '50' })).response.docs;
  expect(Number(counts[0]?.['citation_count'])).toBeGreaterThan(2000);
  await expect(search('star', { sort: 'beauty desc' })).resolves.toMatchObject({ responseHeader: { status: 0 } });
});

test.each(['title:(', '"open', 'AND star', 'star AND', 'a OR', 'year:[2000', 'citations(title:x'])(
  "refuses the query %s with the engine's message",
  async (query) => {
    const answer = await call(`/search/query?${new URLSearchParams({ q: query }).toString()}`);
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as SearchResponse;
    expect(error).toMatchObject({ code: 400, msg: expect.stringContaining(`INVALID_SYNTAX_CANNOT_PARSE:${query}`) });
  },
);

test('reports a field that does not exist', async () => {
  await expect(search('colour:blue')).resolves.toMatchObject({ error: { msg: 'undefined field colour', code: 400 } });
});

test('returns only the requested fields, and omits those without a value', async () => {
  const { response } = await search('doctype:abstract', { fl: 'bibcode,doi,abstract,identifier,body' });
  expect(response.docs).toEqual([
    { bibcode: bibcode('ibrahim2022'), abstract: 'Not Available <P />', identifier: [bibcode('ibrahim2022')] },
  ]);
});

test('marks up formulas, and lists two DOIs and the old bibcode of published preprints', async () => {
  const { response } = await search(`bibcode:"${bibcode('zhao2023')}"`, { fl: 'doi,alternate_bibcode,identifier' });
  expect(response.docs[0]).toMatchObject({
    doi: ['10.5555/aa.2024.1681.A118', '10.48550/arXiv.2309.90145'],
    alternate_bibcode: ['2023arXiv230990145Z'],
  });
  const titles = await search('bibcode:2008MNRAS1390..889P', { fl: 'title' });
  expect(titles.response.docs[0]?.['title']).toEqual([
    'Cool helium atmospheres: He<SUP>−</SUP> opacity and the colours of DB white dwarfs',
  ]);
});

test('finds the records of a long list by canonical and old codes', async () => {
  const entry = lab.library.byKey('okonkwo2014');
  const body = `bibcode\n${entry.alternates[0]}\n${bibcode('xu2009')}\n1900Nope.....1....1X\n`;
  const answer = await call('/search/bigquery?q=*:*&fl=bibcode&rows=2000&sort=bibcode+asc', {
    method: 'POST',
    body,
    headers: { 'content-type': 'big-query/csv' },
  });
  const { response, responseHeader } = (await answer.json()) as SearchResponse;
  expect(response.docs.map(({ bibcode }) => bibcode)).toEqual([bibcode('xu2009'), entry.bibcode].sort());
  expect(responseHeader.params['fq']).toBe('{!bitset}');
});

test('exports BibTeX in the order of dates and drops unknown codes', async () => {
  const send = async (value: unknown) => call('/export/bibtex', { method: 'POST', body: JSON.stringify(value) });
  const answer = (await (await send({ bibcode: [bibcode('ulrich1989'), 'nope', bibcode('zhao2023')] })).json()) as {
    msg: string;
    export: string;
  };
  expect(answer.msg).toBe('Retrieved 2 abstracts, starting with number 1.');
  expect([...answer.export.matchAll(/@ARTICLE\{(.*),/g)].map(([, key]) => key)).toEqual([
    bibcode('zhao2023'),
    bibcode('ulrich1989'),
  ]);
  expect(answer.export).toContain('{M{\\"u}llenbach}, J{\\"o}rg');
  expect((await send({ bibcode: ['nope'] })).status).toBe(404);
  expect((await send({ bibcode: [] })).status).toBe(400);
  expect((await send({})).status).toBe(400);
  expect((await call('/export/bibtex')).status).toBe(405);
});

test('links to several full texts, one full text or none', async () => {
  const link = async (key: string, type: string) =>
    (await call(`/resolver/${encodeURIComponent(bibcode(key))}/${type}`)).json();
  await expect(link('okonkwo2014', 'esource')).resolves.toMatchObject({
    action: 'display',
    links: { count: 4, link_type: 'ESOURCE' },
  });
  await expect(link('okonkwo2014', 'EPRINT_PDF')).resolves.toMatchObject({
    action: 'redirect',
    link: `${lab.origins.preprintWeb}/pdf/1405.9021`,
  });
  await expect(link('ortega2019', 'esource')).resolves.toEqual({ error: 'did not find any records' });
  await expect(link('okonkwo2014', 'wrong')).resolves.toMatchObject({ error: expect.stringContaining('wrong') });
});

test('rejects a request line that is too long, with a page of its proxy', async () => {
  const answer = await call(`/search/query?q=${'star+'.repeat(900)}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(await answer.text()).toMatch(/Request Line is too large \(\d+ &gt; 4094\)/);
});

test('returns how many requests are left', async () => {
  const left = async () => Number((await call('/search/query?q=star')).headers.get('x-ratelimit-remaining'));
  const before = await left();
  await expect(left()).resolves.toBe(before - 1);
});

/** Returns the paths of every value with its type. An index of a list is `[]`. */
function shape(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => shape(item, `${path}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => shape(item, `${path}.${key}`));
  return [`${path}: ${typeof value}`];
}

testRecorded('has the same fields and types as the recorded catalog', async () => {
  const read = (name: string): unknown => JSON.parse(readRecorded(name));
  const real = new Set(
    ['sudilovsky_28docs', 'bigquery_24docs_22_doctypes', '2016ApJ_letter', 'references_of_1998ApJ...509..678G'].flatMap(
      (name) => shape(read(`ads-search/${name}.json`)),
    ),
  );
  const ours = await search('*:*', { fl: '*,[citations]', rows: '60', sort: 'date desc' });
  const documented = [
    'reference_count: number',
    'entry_date: string',
    'author_count: number',
    'citation_count_norm: number',
  ];
  const strange = [...new Set(shape(ours))].filter(
    (path) => !real.has(path) && !documented.some((end) => path.endsWith(end)),
  );
  expect(strange).toEqual(['.responseHeader.params.sort: string'].filter((path) => !real.has(path)));
});

testRecorded('has the same resolver and export answers as the recorded catalog', async () => {
  const read = (name: string): unknown => JSON.parse(readRecorded(name));
  const code = encodeURIComponent(bibcode('vasquez2018'));
  const display: unknown = await (await call(`/resolver/${code}/esource`)).json();
  expect(new Set(shape(display))).toEqual(
    new Set(shape(read('ads-resolver/esource_display_2013MNRAS.435.1904M.json'))),
  );
  const redirect: unknown = await (await call(`/resolver/${code}/EPRINT_HTML`)).json();
  expect(new Set(shape(redirect))).toEqual(
    new Set(shape(read('ads-resolver/esource_redirect_2013MNRAS.435.1904M.json'))),
  );
  const entries = (text: string) =>
    new Set([...text.matchAll(/^ *([a-zA-Z]+) = ["{\w]/gm)].map(([line]) => line.replace(/[{"\w]$/, '')));
  const real = read('ads-export/bibtex_post_27_refs_1998ApJ...509..678G.json') as { export: string };
  const ours = (await (
    await call('/export/bibtex', { method: 'POST', body: JSON.stringify({ bibcode: [bibcode('vasquez2018')] }) })
  ).json()) as { export: string };
  expect([...entries(ours.export)].filter((field) => !entries(real.export).has(field))).toEqual([]);
});
