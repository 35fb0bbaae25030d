import type { StandardPaper } from '@almagest/contracts/literature';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Fault } from '@almagest/upstream-lab';
import { filesOf, stagedFiles } from './library-files.ts';
import { givenFound, readRecord } from './papers.ts';
import { openWorld, type World } from './world.ts';

const MAX_DOWNLOAD_BYTES = 3_000_000;

let world: World;
beforeAll(async () => {
  world = await openWorld({
    worker: false,
    env: { UPSTREAM_TIMEOUT_MS: '5000', MAX_DOWNLOAD_BYTES: String(MAX_DOWNLOAD_BYTES) },
    bulk: 60,
  });
});
afterAll(async () => {
  expect(await stagedFiles(world)).toEqual([]);
  await world.close();
});

async function download(bibcode: string): Promise<StandardPaper> {
  return (await world.call('post', '/api/download').send({ bibcode }).expect(200)).body as StandardPaper;
}

const SYSTEMS = ['cloudflare', 'radware', 'imperva', 'akamai', 'springer', 'datadome'] as const;

type Case = readonly [what: string, fault: Fault, error: RegExp | undefined];

/** The expected diagnosis for a page or PDF with each fault. */
const EITHER: readonly Case[] = [
  ...SYSTEMS.map((system): Case => [
    `the challenge of ${system}`,
    { kind: 'challenge', system },
    /^anti_bot: .*bot check/,
  ]),
  ['a log-in wall', { kind: 'login_wall' }, /^forbidden: .*log-in/],
  ['403', { kind: 'forbidden' }, /^forbidden: /],
  [
    "the preprint server's denial of automated access",
    { kind: 'challenge', system: 'preprint' },
    /^anti_bot: .*bot check by the preprint server/,
  ],
  ['404', { kind: 'not_found' }, /^not_found: /],
  ['a redirect to the abstract', { kind: 'redirect_to_abstract' }, /^not_found: /],
  ['429 for a second', { kind: 'rate_limited', retry_after: 1 }, /^rate_limited: /],
  ['429 for an hour', { kind: 'rate_limited', retry_after: 3600 }, /^rate_limited: /],
  ['500', { kind: 'server_error' }, /^network: .*server error/],
  ['500 once', { kind: 'server_error', times: 1 }, undefined],
  ['silence', { kind: 'timeout' }, /^timeout: .*within 5 s/],
  ['a closed connection', { kind: 'reset' }, /^network: /],
  ['a connection that closes only once', { kind: 'reset', times: 1 }, undefined],
  ['half of the announced bytes', { kind: 'truncated' }, /^network: .*cut off/],
  [
    'more bytes than allowed',
    { kind: 'oversized', bytes: 2 * MAX_DOWNLOAD_BYTES },
    new RegExp(`^too_large: .*${MAX_DOWNLOAD_BYTES}`),
  ],
  ['a length over the limit', { kind: 'oversized', announced: true, bytes: 2 * MAX_DOWNLOAD_BYTES }, /^too_large: /],
  ['a redirect into a private network', { kind: 'redirect_private' }, /^(?:forbidden|not_found): /],
  ['circular redirects', { kind: 'redirect_loop' }, /^network: .*redirects/],
];
const PDF_CASES: readonly Case[] = [
  ...EITHER,
  ['a challenge by sucuri', { kind: 'challenge', system: 'sucuri' }, /^anti_bot: .*bot check/],
  ['half of its bytes', { kind: 'broken_body' }, /^invalid_format: .*ends after/],
  ['a page with the media type of a PDF', { kind: 'html_as_pdf' }, /^invalid_format: /],
  ['a PDF with the media type of a page', { kind: 'wrong_content_type', content_type: 'text/html' }, undefined],
];
const HTML_CASES: readonly Case[] = [
  ...EITHER,
  ['a page about missing HTML', { kind: 'no_html' }, /^not_found: .*no HTML of this paper/],
];

/** The cases of each route. Each case uses one preprint, starting at number `first`. */
const GROUPS = [
  { route: 'preprintWeb.pdf', table: PDF_CASES, first: 0 },
  { route: 'preprintWeb.html', table: HTML_CASES, first: 30 },
] as const;

/** Downloads all papers at once, because some faults take time. */
async function downloadAll(): Promise<Map<string, StandardPaper>> {
  const cases = GROUPS.flatMap(({ route, table, first }) =>
    table.map(([what, fault], index) => {
      const entry = world.lab.library.byKey(`bulk${first + index}`);
      return { name: `${route} ${what}`, route, entry, fault: { ...fault, only: entry.paper.preprint?.id ?? '' } };
    }),
  );
  for (const { entry } of cases) await givenFound(world, entry.paper.key);
  for (const { route } of GROUPS)
    world.lab.setFault(
      route,
      cases.filter((one) => one.route === route).map(({ fault }) => fault),
    );
  world.lab.clearRequests();
  const papers = await Promise.all(
    cases.map(async ({ name, entry }) => [name, await download(entry.bibcode)] as const),
  );
  world.lab.clearFaults();
  return new Map(papers);
}

let results: Promise<Map<string, StandardPaper>> | undefined;

async function resultOf(route: string, what: string): Promise<StandardPaper> {
  results ??= downloadAll();
  const paper = (await results).get(`${route} ${what}`);
  if (paper === undefined) throw new Error(`unknown case ${what}`);
  return paper;
}

describe('a PDF route that returns', () => {
  test.each(PDF_CASES)('%s', async (what, _fault, error) => {
    const paper = await resultOf('preprintWeb.pdf', what);
    expect({ pdf: paper.pdf_error, isThere: paper.is_downloaded }).toEqual({
      pdf: error && expect.stringMatching(error),
      isThere: error === undefined,
    });
    expect(paper.html_error).toMatch(/^not_found: /);
    expect(await filesOf(world, paper.bibcode)).toHaveLength(error === undefined ? 1 : 0);
    expect(await readRecord(world, paper.bibcode)).toEqual(paper);
  });

  test('private addresses get no requests, and 429 responses cause no immediate retries', async () => {
    await resultOf('preprintWeb.pdf', '404');
    expect(world.lab.requests({ host: 'intranet' })).toEqual([]);
    const limited = world.lab.requests({ route: 'preprintWeb.pdf' }).filter(({ fault }) => fault === 'rate_limited');
    expect(limited).toHaveLength(3);
  });
});

describe('an HTML route that returns', () => {
  test.each(HTML_CASES)('%s', async (what, _fault, error) => {
    const paper = await resultOf('preprintWeb.html', what);
    // These preprints have no HTML, so faults that pass end in this message.
    expect(paper.html_error).toMatch(error ?? /^not_found: /);
    expect(paper.html_error).toMatch(/official HTML: .*; HTML mirror: no HTML of this paper/);
    expect(paper).toMatchObject({ is_downloaded: true });
    expect(paper).not.toHaveProperty('pdf_error');
    expect(await filesOf(world, paper.bibcode)).toEqual([expect.stringMatching(/\.pdf$/)]);
  });
});
