import type { PaperText, StandardPaper } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { describe, expect, test } from '@jest/globals';
import { writePdf } from '@almagest/upstream-lab/pdf-writer';
import { challengePage } from '../../../packages/tools/upstream-lab/src/faults/pages.ts';
import { filesOf } from './library-files.ts';
import { givenFound, readLibrary, readRecord } from './papers.ts';
import { readRecorded } from '@almagest/test-kit/recorded-data';
import { testRecorded } from '@almagest/test-kit/recorded-tests';
import { HTML, PDF, SENTENCE, sendUpload, uploadTo } from './upload-calls.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: false });

const upload = (bibcode: string, type: 'pdf' | 'html', file: Buffer) => uploadTo(world, bibcode, type, file);

async function download(bibcode: string, more: object = {}): Promise<StandardPaper> {
  const { body } = await world
    .call('post', '/api/download')
    .send({ bibcode, ...more })
    .expect(200);
  return body as StandardPaper;
}

async function parse(bibcode: string, more: object = {}): Promise<string> {
  const { body } = await world
    .call('post', '/api/parse')
    .send({ bibcode, ...more })
    .expect(200);
  return (body as { markdown: string }).markdown;
}

const PRINTED = 'These words stand in the printed paper and nowhere else.';
const PRINTED_PDF = writePdf([
  {
    texts: [PRINTED, ...(SENTENCE.repeat(3).match(/.{1,60}/g) ?? [])].map((text, line) => ({
      text,
      x: 60,
      y: 80 + 14 * line,
    })),
  },
]);

async function textOf(bibcode: string): Promise<string | null> {
  const { body } = await world.call('get', '/api/paper').query({ bibcode }).expect(200);
  return (body as PaperText).english_content;
}

describe('of an HTML and a PDF file', () => {
  test('the last upload is parsed, or the requested one', async () => {
    const { bibcode } = await givenFound(world, 'quist2017');
    await download(bibcode);
    const downloaded = await parse(bibcode);
    expect(downloaded).toContain('formal solvers');
    await upload(bibcode, 'pdf', PRINTED_PDF);
    expect(await parse(bibcode)).toContain(PRINTED);
    await upload(bibcode, 'html', HTML);
    expect(await parse(bibcode)).toContain(SENTENCE.trim());
    await upload(bibcode, 'pdf', PRINTED_PDF);
    expect(await parse(bibcode)).toContain(PRINTED);
    expect(await parse(bibcode, { source: 'html' })).toContain(SENTENCE.trim());
    // The HTML text exists already, so the PDF is not parsed without a request.
    expect(await parse(bibcode)).toContain(SENTENCE.trim());
    expect(await parse(bibcode, { source: 'pdf' })).toContain(PRINTED);
    // A file that was downloaded by force is not an upload: the HTML takes precedence again.
    await download(bibcode, { force: true });
    expect(await parse(bibcode)).toBe(downloaded);
  });

  test('the requested file must exist', async () => {
    const { bibcode } = await givenFound(world, 'xu2009');
    await upload(bibcode, 'pdf', PRINTED_PDF);
    const ask = (source: string) => world.call('post', '/api/parse').send({ bibcode, source });
    await ask('html').expect(400, `${bibcode} has no HTML yet. Download or upload it first`);
    await ask('tex').expect(400, /source/);
    await ask('pdf').expect(200);
  });
});

describe('a replaced file', () => {
  test('hides its Markdown and translation until the next parse', async () => {
    const { bibcode } = await givenFound(world, 'zhao2023');
    await upload(bibcode, 'html', HTML);
    const first = await parse(bibcode);
    await world.call('post', '/api/translate').send({ bibcode }).expect(200);
    expect(await readRecord(world, bibcode)).toMatchObject({ has_markdown: true, has_translation: true });
    const stale = await upload(bibcode, 'pdf', PRINTED_PDF);
    expect(stale).toMatchObject({ is_downloaded: true, has_markdown: false, has_translation: false });
    expect(await readRecord(world, bibcode)).toEqual(stale);
    expect(await textOf(bibcode)).toBeNull();
    await world
      .call('post', '/api/translate')
      .send({ bibcode })
      .expect(400, /not parsed yet/);
    // The parsed file itself returns, so nothing was lost.
    expect(await upload(bibcode, 'html', HTML)).toMatchObject({ has_markdown: true, has_translation: true });
    expect(await textOf(bibcode)).toBe(first);
    await upload(bibcode, 'pdf', PRINTED_PDF);
    await parse(bibcode);
    expect(await readRecord(world, bibcode)).toMatchObject({ has_markdown: true, has_translation: false });
  });

  test('by a download hides its Markdown only if it was the parsed file', async () => {
    const { bibcode } = await givenFound(world, 'marchetti2016');
    await upload(bibcode, 'html', HTML);
    await parse(bibcode);
    expect(await download(bibcode, { force: true })).toMatchObject({ is_downloaded: true, has_markdown: false });
    await parse(bibcode);
    expect(await download(bibcode, { force: true })).toMatchObject({ has_markdown: true });
  });

  test('during its parse is not mistaken for the new file', async () => {
    const { bibcode } = await givenFound(world, 'gutierrez2018');
    await download(bibcode);
    // A parse downloads the figures of a page before it stores anything.
    world.lab.setLatency('preprintWeb', 500);
    world.lab.clearRequests();
    const parsing = world
      .call('post', '/api/parse')
      .send({ bibcode })
      .then(({ status, text }) => ({ status, text }));
    await until(() => world.lab.requests({ host: 'preprintWeb' }).length > 0, 'a figure to be fetched');
    await upload(bibcode, 'pdf', PRINTED_PDF);
    expect(await parsing).toEqual({ status: 409, text: `the file of ${bibcode} has changed. Parse the paper again` });
    world.lab.setLatency('preprintWeb', 0);
    expect(await readRecord(world, bibcode)).toMatchObject({ has_markdown: false });
    expect(await parse(bibcode)).toContain(PRINTED);
  });
});

describe('a parse that fails', () => {
  test('is reported in the record and in the library, until a parse succeeds or another file is stored', async () => {
    const { bibcode } = await givenFound(world, 'whitaker1994');
    await upload(bibcode, 'pdf', PDF);
    const failure = await world.call('post', '/api/parse').send({ bibcode }).expect(400);
    const told = { is_downloaded: true, has_markdown: false, parse_error: `pdf: ${failure.text}` };
    expect(await readRecord(world, bibcode)).toMatchObject(told);
    expect((await readLibrary(world)).find((paper) => paper.bibcode === bibcode)).toMatchObject(told);
    expect(await upload(bibcode, 'html', HTML)).not.toHaveProperty('parse_error');
    await world.call('post', '/api/parse').send({ bibcode, source: 'pdf' }).expect(400);
    expect(await readRecord(world, bibcode)).toMatchObject({ parse_error: told.parse_error });
    await parse(bibcode);
    expect(await readRecord(world, bibcode)).not.toHaveProperty('parse_error');
  });
});

/** Adds text, so that none of these pages is refused for being short. */
const padded = (page: string) =>
  Buffer.from(page.replace('</body>', `<p>${'Please wait for a moment. '.repeat(20)}</p></body>`));
const wall = (title: string, body: string) =>
  padded(`<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`);

const CHALLENGERS = [
  'cloudflare',
  'radware',
  'imperva',
  'akamai',
  'springer',
  'sucuri',
  'datadome',
  'preprint',
] as const;

const WALLS: readonly (readonly [string, Buffer, RegExp])[] = [
  ...CHALLENGERS.map((system) => {
    const { body } = challengePage(system);
    return [
      `a challenge of ${system}`,
      padded(body.toString()),
      /not the paper: anti_bot: a CAPTCHA or bot check/,
    ] as const;
  }),
  ['a log-in page', wall('Journal', '<p>Sign in to read this article.</p>'), /forbidden: a log-in or purchase page/],
  ['a page about missing HTML', wall("No HTML for '2401.00001'", ''), /not_found: no HTML of this paper/],
  ['a page about an unknown paper', wall("No document for '2401.00001'", ''), /not_found: no such document/],
  ['a page about a missing PDF', wall('PDF Unavailable', ''), /not_found: no such document/],
  ['an abstract page', wall('Winds', '<blockquote class="abstract mathjax">We</blockquote>'), /the abstract page/],
];

describe('an uploaded page that is not a paper', () => {
  test.each(WALLS)('(%s) is refused with the reason, and is not stored', async (_what, page, words) => {
    const { bibcode } = await givenFound(world, 'petrov1990');
    await sendUpload(world, { bibcode, type: 'html', file: page }).expect(400, words);
    expect(await filesOf(world, bibcode)).toEqual([]);
    expect(await readRecord(world, bibcode)).toMatchObject({ is_downloaded: false });
  });

  testRecorded('is refused for recorded pages too', async () => {
    const { bibcode } = await givenFound(world, 'petrov1990');
    for (const path of [
      'antibot/cloudflare_2024_403_codepen.html',
      'antibot/cloudscraper_access_denied.html',
      'antibot/cloudscraper_sucuri_waf_11_08_2019.html',
      'arxiv-pages/cannot_build_pdf.jinja.html',
      'arxiv-pages/no_html.jinja.html',
      'arxiv-pages/not_found.jinja.html',
    ]) {
      const answer = await sendUpload(world, { bibcode, type: 'html', file: Buffer.from(readRecorded(path)) });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.text).toMatch(/^the page is not the paper: (?:anti_bot|not_found): /);
    }
    expect(await filesOf(world, bibcode)).toEqual([]);
  });
});
