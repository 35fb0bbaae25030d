import { browserTest, type Window } from '@almagest/test-kit/browser';
import { CountedJobs } from '@almagest/test-kit/counted-jobs';
import { expect } from '@jest/globals';
import { give } from '../browser/given-to-page.ts';
import { readerWorld } from '../browser/reader-window.ts';
import type { Entry } from '../papers.ts';
import { printedPdf } from '../printed-pdf.ts';
import { givenParsed } from '../retrieval/passages.ts';
import { OFTEN_SWEPT } from '../world.ts';

let paper: Entry;
const reader = readerWorld(
  async (world) => {
    await givenParsed(world, 'tanaka2020');
    paper = await givenParsed(world, 'okonkwo2014');
    const send = async (path: string, body: object) => await world.call('post', path).send(body).expect(200);
    await send('/api/collections', { name: 'Winds' });
    const twin = { authors: ['Okonkwo, A.'], year: '2011' };
    await send('/api/papers', { ...twin, title: 'Clumps in the winds of hot stars', pub_journal: 'MNRAS' });
    await send('/api/papers', { ...twin, title: 'Clumps in the winds of hot stars: a survey', pub_journal: 'ApJ' });
  },
  { env: OFTEN_SWEPT },
);

const jobs = new CountedJobs('The reader');
const press = async ({ page }: Window, key: string) => await page.keyboard.press(key);
const told = async ({ page }: Window, text: string | RegExp) => await page.getByText(text).last().waitFor();

browserTest('adds papers and PDFs, and undoes a deletion', async () => {
  const window = await reader.open({ at: '/library' });
  const { page, context, faults } = window;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const rows = page.getByRole('table', { name: 'Papers' }).getByRole('rowheader');
  await rows.first().waitFor();
  const { bibcode } = reader.world.lab.library.byKey('petrov2018');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(bibcode)})`);
  // Steps in Zotero: Add item by identifier, paste, Enter.
  await jobs.perform(page, 'Add a paper by a copied identifier', async () => {
    await press(window, 'Control+V');
    await told(window, /^Added /);
  });
  await rows.first().click();
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await told(window, 'Moved 1 paper to trash.');
  // Steps in Zotero: Trash, item, Restore.
  await jobs.perform(page, 'Undo a deletion', async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await told(window, 'Undone.');
  });
  const other = reader.world.lab.library.byKey('moreau2010').paper;
  const pdf = printedPdf(['arXiv:1002.9011v1 [astro-ph.SR] 2 Feb 2010', other.title, 'H. Moreaux']).toString('latin1');
  // Steps in Zotero: drop, open.
  await jobs.perform(page, 'Add a PDF and read it', async () => {
    await give(page, 'drop', pdf, 'download.pdf');
    await page.locator('.block').getByText(other.title).first().waitFor();
  });
  expect(faults).toEqual([]);
});

browserTest('finds a sentence, and merges duplicates', async () => {
  const window = await reader.open({ at: '/library' });
  const { page, faults } = window;
  await page.getByRole('table', { name: 'Papers' }).getByRole('rowheader').first().waitFor();
  // Steps in Zotero: search field, Everything, open, find, Enter.
  await jobs.perform(page, 'Find a sentence and open its paper there', async () => {
    await page.getByRole('link', { name: 'Search text and notes' }).click();
    await page.locator('input:focus').fill('"better start than a grey model"');
    await press(window, 'Enter');
    await page.getByRole('list', { name: 'Search results' }).locator('mark').first().click();
    await page.locator('.block.lit').first().waitFor();
  });
  await page.evaluate(`location.hash = '/library'`);
  // Steps in Zotero: Duplicate Items, item, Merge.
  await jobs.perform(page, 'Merge two duplicates', async () => {
    await page.getByRole('link', { name: 'Possible duplicates' }).click();
    await page
      .getByRole('button', { name: /^Merge into this paper/ })
      .first()
      .click();
    await told(window, /^Merged into /);
  });
  expect(faults).toEqual([]);
});

browserTest('marks, cites and follows the open paper', async () => {
  const window = await reader.open({ at: `/papers/${encodeURIComponent(paper.bibcode)}` });
  const { page, context, faults } = window;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Star', pressed: false }).waitFor();
  // Steps in Karakeep: menu, Favourite.
  await jobs.perform(page, 'Star the open paper', async () => {
    await press(window, 's');
    await page.getByRole('button', { name: 'Star', pressed: true }).waitFor();
  });
  // Steps in Zotero: add a tag, Enter.
  await jobs.perform(page, 'Tag the open paper', async () => {
    await press(window, 't');
    await page.getByRole('dialog').getByLabel('Tag').fill('grids');
    await press(window, 'Enter');
    await told(window, 'Added the tag grids to 1 paper.');
  });
  // Steps in Zotero: add to a collection, collection.
  await jobs.perform(page, 'Put the open paper into a collection', async () => {
    await press(window, 'l');
    await page.getByRole('dialog').locator('select:focus').waitFor();
    await page.getByRole('option', { name: 'Winds' }).waitFor({ state: 'attached' });
    await page.keyboard.type('Wi');
    await press(window, 'Enter');
    await told(window, 'Added 1 paper to Winds.');
  });
  // Steps in Zotero: Quick Copy.
  await jobs.perform(page, 'Copy the BibTeX entry of the open paper', async () => {
    await press(window, 'y');
    await told(window, 'BibTeX entry copied.');
  });
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`{${paper.bibcode},`);
  // Steps in SciX: references, paper, add to library, library, submit.
  await jobs.perform(page, 'See a cited paper and save it', async () => {
    await page.locator('.original a[href^="#bib"]').first().click();
    const card = page.getByRole('dialog', { name: 'Cited paper' });
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('in the library').waitFor();
  });
  expect(faults).toEqual([]);
});

browserTest('asks a follow-up, and uses its answer', async () => {
  const window = await reader.open({ at: '/ask' });
  const { page, faults } = window;
  reader.world.lab.setScript([
    { when: 'angular diameter', text: 'It is 5.406 mas [1].' },
    { when: 'And in which unit?', text: 'It is measured in mas [1].' },
  ]);
  const question = page.getByLabel('Question', { exact: true });
  await question.fill('What is the angular diameter of Procyon?');
  await press(window, 'Enter');
  await page.getByText('Following up: What is the angular diameter of Procyon?').waitFor();
  const answer = page.getByRole('article', { name: 'And in which unit?' });
  // Steps in NotebookLM: Enter.
  await jobs.perform(page, 'Ask a follow-up question', async () => {
    await page.locator('textarea:focus').fill('And in which unit?');
    await press(window, 'Enter');
    await answer.getByText('It is measured in mas').waitFor();
  });
  // Steps in NotebookLM: Save to note.
  await jobs.perform(page, 'Keep an answer as a note', async () => {
    await answer.getByRole('button', { name: 'Save as note on source 1' }).click();
    await told(window, 'Saved the answer as a note on the cited paragraph.');
  });
  // Steps in NotebookLM: citation.
  await jobs.perform(page, 'Check the source of an answer', async () => {
    await answer
      .getByRole('link', { name: /^Source 1: / })
      .first()
      .click();
    await page.locator('.block.lit').first().waitFor();
  });
  expect(faults).toEqual([]);
});

browserTest('needs no more clicks and keys than other programs', async () => {
  await Promise.resolve(jobs.expectNoneWorse());
});
