import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryPapers, NoteRecord } from '@almagest/contracts/literature';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS, type Window } from '@almagest/test-kit/browser';
import { routesInCode } from '@almagest/test-kit/routes-in-code';
import { screenshot } from '@almagest/test-kit/screenshot';
import { until } from '@almagest/test-kit/until';
import { afterAll, expect } from '@jest/globals';
import { assetStatus } from '../batch-calls.ts';
import { readerWorld } from '../browser/reader-window.ts';
import { marked, select } from '../browser/selected-text.ts';
import { readLibrary, type Entry } from '../papers.ts';
import { startWorkerProcess, type Program } from './processes.ts';
import { zoteroExport } from './zotero-export.ts';

const READER = join(import.meta.dirname, '../../reader/src');

/** The tests follow one user. Each test continues where the previous test ended. */
const PDFS = 200;
const WRITTEN = ['okonkwo2014', 'tanaka2020'];
const EXPORTED = 40;
const SENTENCE = 'better start than a grey model';
const QUESTION = 'What is the angular diameter of Procyon?';

const programs: Program[] = [];
const reader = readerWorld(async () => undefined, { worker: false, bulk: PDFS - WRITTEN.length });
afterAll(async () => {
  await Promise.all(programs.map(async (program) => await program.kill()));
});

async function startWorker(): Promise<Program> {
  const worker = await startWorkerProcess(reader.world.env);
  programs.push(worker);
  return worker;
}

const codeOf = (key: string) => reader.world.lab.library.byKey(key).bibcode;

const bulk = (count: number): Entry[] =>
  Array.from({ length: count }, (_, n) => reader.world.lab.library.byKey(`bulk${n}`));

/** Returns the PDFs of the preprint server, with meaningless file names. */
async function printedPapers() {
  const entries = [...WRITTEN.map((key) => reader.world.lab.library.byKey(key)), ...bulk(PDFS - WRITTEN.length)];
  const files: { name: string; mimeType: string; buffer: Buffer }[] = [];
  for (const [place, { paper }] of entries.entries()) {
    const printed = await fetch(`${reader.world.lab.origins.preprintWeb}/pdf/${paper.preprint?.id}`);
    expect(printed.status).toBe(200);
    files.push({
      name: `download (${place}).pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(await printed.arrayBuffer()),
    });
  }
  return files;
}

async function papers(query: object): Promise<LibraryPapers> {
  return (await reader.world.call('get', '/api/library/papers').query(query).expect(200)).body as LibraryPapers;
}

const queueOf = ({ page }: Window) => page.getByRole('region', { name: 'Import queue' });

browserTest('imports a Zotero export and 200 PDFs, some of which are in the export', async () => {
  const window = await reader.open({ at: '/add' });
  const { page, faults } = window;
  const words = { collection: 'Samples', tag: 'to cite', note: 'Compare with ours.' };
  const exported = Buffer.from(zoteroExport(bulk(EXPORTED), words));
  const choose = page.getByLabel('Choose files…');
  await choose.setInputFiles({ name: 'My Library.rdf', mimeType: 'application/rdf+xml', buffer: exported });
  await queueOf(window)
    .getByText(
      `${EXPORTED + 1} entries: ${EXPORTED + 1} added, 0 already in the library, 0 rejected · 1 new collection, 1 note`,
    )
    .waitFor();
  await choose.setInputFiles(await printedPapers());
  const tally = `${PDFS - EXPORTED + 1} added · ${EXPORTED} already in the library`;
  await until(
    async () => await queueOf(window).getByText(tally, { exact: true }).isVisible(),
    'all files to be added',
    async () => (await queueOf(window).getByRole('status').textContent()) ?? '',
  );
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  await page.getByText(`${PDFS + 1} papers`, { exact: true }).waitFor();
  await page.getByRole('link', { name: `Samples ${EXPORTED}`, exact: true }).click();
  await page.getByText(`${EXPORTED} papers match`).waitFor();
  expect((await papers({ tag: 'to cite', has_full_text: true })).total).toBe(EXPORTED);
  expect(faults).toEqual([]);
});

browserTest('parses every paper once when the worker is killed', async () => {
  const { world } = reader;
  const worker = await startWorker();
  const { page, faults } = await reader.open({ at: '/synchronisation' });
  await page.getByLabel('Action', { exact: true }).selectOption('parse');
  await page.getByLabel('Papers', { exact: true }).selectOption('unparsed');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await until(async () => (await assetStatus(world)).parsed >= PDFS / 4, 'a quarter of them to be parsed');
  await worker.kill();
  const { parsed, active } = await assetStatus(world);
  expect([active, parsed < PDFS]).toEqual([true, true]);
  await startWorker();
  // Simulates a worker that has been silent for a minute.
  await world.sql(`update batch set lease_renewed_at = lease_renewed_at - interval '1 minute'`);
  await until(
    async () => !(await assetStatus(world)).active,
    'all of them to be parsed',
    async () => (await assetStatus(world)).parsed,
  );
  await page.getByText(`parsed ${PDFS} · failed 1`).waitFor();
  const library = await readLibrary(world);
  expect(library).toHaveLength(PDFS + 1);
  expect(library.filter(({ has_markdown: isRead }) => isRead)).toHaveLength(PDFS);
  const twice = await world.sql(
    `select p.title, count(*) from paper p where in_library_since is not null group by title having count(*) > 1
     union all select paper_id || ' ' || position, count(*) from chunk group by paper_id, position having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('finds a sentence and adds a note to it', async () => {
  const window = await reader.open({ at: '/library' });
  const { page, faults } = window;
  await page.getByRole('link', { name: 'Search text and notes' }).click();
  await page.getByLabel('Words').fill(`"${SENTENCE}"`);
  await page.keyboard.press('Enter');
  await page.getByText('1 paper, best match first').waitFor();
  await page.getByRole('list', { name: 'Search results' }).locator('mark').first().click();
  await page.locator('.block.lit').getByText(SENTENCE).waitFor();
  await select(window, SENTENCE, SENTENCE, '.block.lit .original');
  await page.getByRole('button', { name: 'Add note' }).click();
  await until(async () => (await marked(window, 'yellow')) === SENTENCE, 'the sentence to be marked');
  const card = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await card.getByLabel('Note', { exact: true }).fill('Cite this in the introduction');
  await card.getByRole('button', { name: 'Save' }).click();
  const notes = async () =>
    (await reader.world.call('get', '/api/notes').query({ bibcode: codeOf('okonkwo2014') })).body as NoteRecord[];
  await until(async () => (await notes())[0]?.note_text === 'Cite this in the introduction', 'the note to be saved');
  expect(await notes()).toMatchObject([{ anchor: 'exact', selected_text: SENTENCE }]);
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await page.getByText('Cite this in the introduction').waitFor();
  await page.getByText('Compare with ours.').waitFor();
  expect(faults).toEqual([]);
});

browserTest('asks a question and opens the cited paragraph', async () => {
  const { page, faults } = await reader.open({ at: '/ask' });
  reader.world.lab.setScript([{ text: 'It is $\\theta = 5.406$ mas [1].' }]);
  await page.getByLabel('Question', { exact: true }).fill(QUESTION);
  await page.keyboard.press('Enter');
  const card = page.getByRole('article', { name: QUESTION });
  await card
    .getByRole('link', { name: /^Source 1: / })
    .first()
    .click();
  await page.waitForURL((url) => url.hash.startsWith(`#/papers/${encodeURIComponent(codeOf('tanaka2020'))}`));
  await page.locator('.block.lit').getByText('5.406').first().waitFor();
  await page.goBack();
  await card.getByText('It is').waitFor();
  expect(faults).toEqual([]);
});

browserTest('exports a collection as a bibliography and as BibTeX', async () => {
  const { page, faults } = await reader.open({ at: '/library?tag=to%20cite' });
  await page.getByText(`${EXPORTED} papers match`).waitFor();
  await page.getByLabel('Select all').check();
  const save = async (item: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')] as const;
  };
  const [name, text] = await save('Bibliography (MNRAS)');
  expect(name).toBe('bibliography.txt');
  expect(text.split('\n').filter((line) => line.includes('arXiv:'))).toHaveLength(EXPORTED);
  const [, bibtex] = await save('BibTeX');
  expect(bibtex.match(/^@misc\{/gm)).toHaveLength(EXPORTED);
  expect(faults).toEqual([]);
});

browserTest('shows every route without accessibility faults, narrow and wide, light and dark', async () => {
  const paper = `/papers/${encodeURIComponent(codeOf('okonkwo2014'))}?right=notes`;
  const views: Readonly<Record<string, { readonly at: string; readonly shows: string }>> = {
    '/': { at: '/', shows: `${PDFS + 1} papers` },
    '/library': { at: '/library?tag=to%20cite', shows: `${EXPORTED} papers match` },
    '/find': { at: `/find?q=${encodeURIComponent(SENTENCE)}`, shows: '1 paper, best match first' },
    '/add': { at: '/add', shows: 'Enter by hand' },
    '/search': { at: '/search', shows: 'Search the sources' },
    '/notes': { at: '/notes', shows: '2 notes' },
    '/ask': { at: '/ask', shows: QUESTION },
    '/agent': { at: '/agent', shows: 'New session' },
    '/alerts': { at: '/alerts', shows: 'No alerts yet.' },
    '/graph': { at: '/graph', shows: 'Citations between papers' },
    '/duplicates': { at: '/duplicates', shows: 'No duplicates found.' },
    '/synchronisation': { at: '/synchronisation', shows: `parsed ${PDFS} · failed 1` },
    '/linked-libraries': { at: '/linked-libraries', shows: 'No linked libraries yet.' },
    '/papers/$bibcode': { at: paper, shows: 'Introduction' },
  };
  // These routes need accounts. reader-accounts and reader-people test them.
  const ofAccounts = ['/link', '/account', '/audit', '/groups', '/people'];
  const routes = routesInCode(READER).filter((route) => !ofAccounts.includes(route));
  expect(Object.keys(views).toSorted()).toEqual(routes.toSorted());
  for (const [kind, width] of Object.entries(WIDTHS)) {
    const { page, faults } = await reader.open({ viewport: { width, height: 900 } });
    for (const [route, { at, shows }] of Object.entries(views)) {
      await page.evaluate(`location.hash = ${JSON.stringify(at)}`);
      await page.getByText(shows).first().waitFor({ state: 'attached' });
      expect([route, kind, await listAccessibilityFaults(page)]).toEqual([route, kind, []]);
      expect([route, kind, await overflowOf(page)]).toEqual([route, kind, 0]);
      await screenshot(page, `route${route.replaceAll('/', '-')}-${kind}`);
    }
    expect(faults).toEqual([]);
    await page.close();
  }
});
