import { readFile, rm } from 'node:fs/promises';
import type { StandardPaper } from '@almagest/contracts/literature';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { importFile } from './import-calls.ts';
import { filesOf, pathOf, stagedFiles } from './library-files.ts';
import { givenFound, readLibrary, readRecord } from './papers.ts';
import { startReplica } from './replica.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: false });
  world.lab.setSettings({ publisherAt: 'mirror' });
});
afterAll(async () => {
  expect(await stagedFiles(world)).toEqual([]);
  await world.close();
});

async function download(bibcode: string, more: object = {}): Promise<StandardPaper> {
  const { body } = await world
    .call('post', '/api/download')
    .send({ bibcode, ...more })
    .expect(200);
  return body as StandardPaper;
}

/** Returns the requested routes of full texts and links, in order. */
const asked = () =>
  world.lab
    .requests()
    .map(({ route }) => route)
    .filter((route) => route !== 'catalog.search');

async function downloadFresh(key: string): Promise<StandardPaper> {
  const { bibcode } = await givenFound(world, key);
  world.lab.clearRequests();
  return await download(bibcode);
}

describe('a download', () => {
  test('of a preprint stores the official HTML and the PDF', async () => {
    const paper = await downloadFresh('quist2017');
    expect(asked()).toEqual(['preprintWeb.html', 'preprintWeb.pdf']);
    expect(paper).toMatchObject({ is_downloaded: true, has_markdown: false });
    expect(paper).not.toHaveProperty('html_error');
    expect(paper).not.toHaveProperty('pdf_error');
    expect(await filesOf(world, paper.bibcode)).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}\.(?:html|pdf)$/),
      expect.stringMatching(/^[0-9a-f]{16}\.(?:html|pdf)$/),
    ]);
    expect(await readFile(await pathOf(world, paper.bibcode, 'html'), 'utf8')).toContain('Third-order formal solvers');
    expect((await readFile(await pathOf(world, paper.bibcode, 'pdf'), 'latin1')).slice(0, 5)).toBe('%PDF-');
    expect(await readLibrary(world)).toEqual([paper]);
  });

  test('uses the mirror if the site has no HTML', async () => {
    const paper = await downloadFresh('nguyen2020');
    expect(asked()).toEqual(['preprintWeb.html', 'mirror.html', 'preprintWeb.pdf']);
    expect(paper).not.toHaveProperty('html_error');
    expect(await filesOf(world, paper.bibcode)).toHaveLength(2);
  });

  test('uses the publisher if the preprint server has no PDF', async () => {
    const entry = await givenFound(world, 'laurent1999');
    world.lab.setFault('preprintWeb.pdf', { kind: 'not_found', only: entry.paper.preprint?.id ?? '' });
    const paper = await downloadFresh('laurent1999');
    expect(asked()).toEqual(['preprintWeb.html', 'mirror.html', 'preprintWeb.pdf', 'catalog.resolver', 'mirror.pdf']);
    expect(paper).toMatchObject({ is_downloaded: true, html_error: expect.stringMatching(/^not_found: /) });
    expect(paper).not.toHaveProperty('pdf_error');
  });

  test.each([
    ['ulrich1989', 'mirror.pdf'],
    ['hakala1993', 'mirror.scan'],
  ])('of a paper without a preprint (%s) follows the links of the catalog (%s)', async (key, route) => {
    const paper = await downloadFresh(key);
    expect(asked()).toEqual(['catalog.resolver', route]);
    expect(paper).toMatchObject({ is_downloaded: true });
    expect(paper).not.toHaveProperty('html_error');
  });

  test.each([
    ['stone1991', /^anti_bot: publisher PDF: a CAPTCHA or bot check by Radware/, undefined],
    ['whitaker1994', /^forbidden: publisher PDF: a log-in or purchase page/, undefined],
    ['ortega2019', /^not_found: the catalog has no full text/, undefined],
    ['laurent2025', /^not_found: preprint PDF: /, /^not_found: official HTML: .*; HTML mirror: /],
    ['rahman2021', /^not_found: preprint PDF: /, /^not_found: /],
  ])('that finds nothing (%s) gives the reason for each form, and stores nothing', async (key, pdfError, htmlError) => {
    const paper = await downloadFresh(key);
    expect(paper).toMatchObject({ is_downloaded: false, pdf_error: expect.stringMatching(pdfError) });
    if (htmlError === undefined) expect(paper).not.toHaveProperty('html_error');
    else expect(paper.html_error).toMatch(htmlError);
    expect(await filesOf(world, paper.bibcode)).toEqual([]);
    expect(await readRecord(world, paper.bibcode)).toEqual(paper);
  });

  test('keeps the PDF of a paper whose HTML conversion failed', async () => {
    const paper = await downloadFresh('takeda2024');
    expect(paper).toMatchObject({
      is_downloaded: true,
      html_error: expect.stringMatching(/^invalid_format: official HTML/),
    });
    expect(await filesOf(world, paper.bibcode)).toEqual([expect.stringMatching(/\.pdf$/)]);
  });

  test.each(['publisher', 'catalog'] as const)(
    'never connects to a private address that is configured for another source (%s)',
    async (host) => {
      world.lab.setSettings({ publisherAt: host });
      const paper = await downloadFresh('petrov1990');
      world.lab.setSettings({ publisherAt: 'mirror' });
      expect(paper).toMatchObject({
        is_downloaded: false,
        pdf_error: expect.stringMatching(/^forbidden: publisher PDF: /),
      });
      expect(asked()).toEqual(['catalog.resolver']);
    },
  );
});

test('a download of a paper that is merged meanwhile stores no file for the hidden paper', async () => {
  const { bibcode } = await givenFound(world, 'tanaka2020');
  const { entries } = await importFile(world, '@article{x, title = {Kept}, author = {Fox, F.}, year = 2001}');
  world.lab.setFault('preprintWeb.html', { kind: 'hold' });
  world.lab.clearRequests();
  const downloading = download(bibcode);
  await until(() => world.lab.requests({ route: 'preprintWeb.html' }).length > 0, 'the request for the page');
  const merge = { keep: entries[0]?.bibcode, merge: [bibcode] };
  await world.call('post', '/api/library/merges').send(merge).expect(200);
  world.lab.clearFaults();
  expect(await downloading).toMatchObject({ bibcode, is_downloaded: false });
  const hidden = 'select location from paper join paper_file on paper_id = paper.id where merged_into is not null';
  expect(await world.sql(hidden)).toEqual([]);
});

test('discards a truncated page, and uses the mirror if it has a complete one', async () => {
  world.lab.setFault('preprintWeb.html', { kind: 'broken_body' });
  const mirrored = await downloadFresh('tanaka2012');
  expect(mirrored).not.toHaveProperty('html_error');
  expect(await readFile(await pathOf(world, mirrored.bibcode, 'html'), 'utf8')).toContain('[1204.9010]');
  const { bibcode, html_error } = await downloadFresh('zhao2023');
  expect(html_error).toMatch(/^invalid_format: official HTML: the page ends early/);
  expect(await filesOf(world, bibcode)).toEqual([expect.stringMatching(/\.pdf$/)]);
  // A wrong content type is ignored if the page is complete.
  world.lab.setFault('preprintWeb.html', { kind: 'wrong_content_type', content_type: 'application/pdf' });
  expect(await download(bibcode, { force: true })).not.toHaveProperty('html_error');
  world.lab.clearFaults();
  expect(await filesOf(world, bibcode)).toHaveLength(2);
});

test('HTML that redirects to another host is not followed there', async () => {
  const elsewhere = world.lab.origins.mirror.replace('127.0.0.1', 'localhost');
  const other = await givenFound(world, 'tanaka2012');
  const { bibcode, paper } = await givenFound(world, 'zhao2023');
  const location = `${elsewhere}/html/${other.paper.preprint?.id}`;
  world.lab.setFault('preprintWeb.html', { kind: 'redirect_private', location });
  const replica = await startReplica(world, { PREPRINT_MIRROR_URL: elsewhere });
  await request(replica.url).post('/api/download').send({ bibcode, force: true }).expect(200);
  await replica.stop();
  world.lab.clearFaults();
  const page = await readFile(await pathOf(world, bibcode, 'html'), 'utf8');
  expect(page).toContain(`/abs/${paper.preprint?.id}`);
  expect(page).not.toContain(`/abs/${other.paper.preprint?.id}`);
});

describe('an existing file', () => {
  test('is downloaded again only with force', async () => {
    const { bibcode } = await downloadFresh('marchetti2016');
    world.lab.clearRequests();
    for (const more of [{}, { force: false }])
      expect(await download(bibcode, more)).toMatchObject({ is_downloaded: true });
    expect(asked()).toEqual([]);
    expect(await download(bibcode, { force: true })).toMatchObject({ is_downloaded: true });
    expect(asked()).toEqual(['preprintWeb.html', 'preprintWeb.pdf']);
    expect(await filesOf(world, bibcode)).toHaveLength(2);
  });

  test('survives a forced download that fails', async () => {
    const before = await downloadFresh('gutierrez2018');
    const files = await filesOf(world, before.bibcode);
    world.lab.setFault('preprintWeb.html', { kind: 'challenge' });
    world.lab.setFault('preprintWeb.pdf', { kind: 'challenge' });
    world.lab.setFault('mirror.html', { kind: 'challenge' });
    world.lab.setFault('mirror.pdf', { kind: 'challenge' });
    expect(await download(before.bibcode, { force: true })).toEqual(before);
    world.lab.clearFaults();
    expect(await filesOf(world, before.bibcode)).toEqual(files);
  });

  test('replaces a diagnosis', async () => {
    const { bibcode } = await givenFound(world, 'marchetti2007');
    world.lab.setFault('preprintWeb.pdf', { kind: 'challenge' });
    world.lab.setFault('mirror.pdf', { kind: 'not_found' });
    expect((await download(bibcode)).pdf_error).toMatch(/^anti_bot: /);
    world.lab.clearFaults();
    const paper = await download(bibcode);
    expect(paper).toMatchObject({ is_downloaded: true });
    expect(paper).not.toHaveProperty('pdf_error');
  });

  test('counts only while it is on disk: a file removed by hand can be downloaded again', async () => {
    const { bibcode } = await downloadFresh('jorgensen2015');
    await world.call('post', '/api/parse').send({ bibcode }).expect(200);
    const flags = async () => {
      const listed = (await readLibrary(world)).find((paper) => paper.bibcode === bibcode);
      expect(await readRecord(world, bibcode)).toEqual(listed);
      return [listed?.is_downloaded, listed?.has_markdown];
    };
    expect(await flags()).toEqual([true, true]);
    await rm(await pathOf(world, bibcode, 'html'));
    expect(await flags()).toEqual([true, true]);
    await rm(await pathOf(world, bibcode, 'pdf'));
    expect(await flags()).toEqual([false, true]);
    await rm(await pathOf(world, bibcode, 'markdown'));
    expect(await flags()).toEqual([false, false]);
    const { body } = await world.call('get', '/api/paper').query({ bibcode }).expect(200);
    expect(body).toMatchObject({ english_content: null, translation_content: null });
    await world
      .call('post', '/api/parse')
      .send({ bibcode })
      .expect(400, /has no full text yet/);
    expect(await download(bibcode)).toMatchObject({ is_downloaded: true });
    await world.call('post', '/api/parse').send({ bibcode }).expect(200);
    expect(await flags()).toEqual([true, true]);
  });
});

describe('a paper marked as having no full text', () => {
  test('is skipped, except with force or after the mark is removed', async () => {
    const { bibcode } = await givenFound(world, 'ozdemir2016');
    const mark = async (more: object) =>
      (
        await world
          .call('post', '/api/no_resource')
          .send({ bibcode, ...more })
          .expect(200)
      ).body as StandardPaper;
    const marked = await mark({});
    expect(marked).toMatchObject({ is_downloaded: false, pdf_error: 'no_resource', html_error: 'no_resource' });
    world.lab.clearRequests();
    expect(await download(bibcode)).toEqual(marked);
    expect(asked()).toEqual([]);
    const { pdf_error, html_error, ...unmarked } = marked;
    expect([pdf_error, html_error]).toEqual(['no_resource', 'no_resource']);
    expect(await mark({ clear: true })).toEqual(unmarked);
    expect(await download(bibcode)).toEqual({ ...unmarked, is_downloaded: true });
    expect(await mark({ clear: true })).toEqual({ ...unmarked, is_downloaded: true });
    // The mark hides existing files. Force downloads them anyway.
    expect(await mark({ clear: false })).toEqual(marked);
    expect(await download(bibcode, { force: true })).toEqual({ ...unmarked, is_downloaded: true });
  });
});
