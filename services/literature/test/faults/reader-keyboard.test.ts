// Complete tasks without a mouse. After each step, the focus must be where the next step starts.
import { readFile } from 'node:fs/promises';
import type { LibraryPapers, NoteRecord } from '@almagest/contracts/literature';
import { browserTest, type Window } from '@almagest/test-kit/browser';
import { hasFocus, hasSomeFocus, tabTo } from '@almagest/test-kit/by-keyboard';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { OFTEN_SWEPT } from '../world.ts';

/** Each task continues where the previous one ended. */
const reader = readerWorld(async () => undefined, { env: OFTEN_SWEPT });

const TITLE = /^Clumping in the winds/;

type Page = Window['page'];

async function papers(query: object): Promise<LibraryPapers> {
  return (await reader.world.call('get', '/api/library/papers').query(query).expect(200)).body as LibraryPapers;
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Finds an enabled button. Buttons are disabled while another action runs. */
const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name, disabled: false }).first();

browserTest('searches the sources, and adds and downloads the selection', async () => {
  const { page, faults } = await reader.open({ at: '/search' });
  const query = page.getByLabel('Query');
  await query.waitFor();
  await press(page, '/');
  await hasFocus(query);
  await page.keyboard.type('winds');
  await press(page, 'Enter');
  await page.getByText('4 papers', { exact: true }).waitFor();
  // The field keeps the focus, so that the query can be changed.
  await hasFocus(query);
  await tabTo(page.getByLabel('Select all'));
  await press(page, 'Space');
  const fetch = button(page, 'Add, download and parse');
  await tabTo(fetch);
  await press(page, 'Enter');
  await until(async () => (await papers({ has_full_text: true })).total === 4, 'the texts to be fetched');
  await hasFocus(fetch);
  expect(faults).toEqual([]);
});

browserTest('tags, collects and exports the selection', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  await page.getByText('4 papers', { exact: true }).waitFor();
  await press(page, 'j', 'x', 'j', 'x');
  await page.getByText('2 selected', { exact: true }).waitFor();
  const tag = button(page, 'Tag…');
  await tabTo(tag, 'Shift+Tab');
  await press(page, 'Enter');
  await hasFocus(page.getByRole('dialog').getByLabel('Tag'));
  await page.keyboard.type('to cite');
  await press(page, 'Enter');
  await until(async () => (await papers({ tag: 'to cite' })).total === 2, 'the tag to be added');
  await hasFocus(tag);
  const collect = button(page, 'Add to collection…');
  await tabTo(collect);
  await press(page, 'Enter');
  await tabTo(page.getByRole('dialog').getByLabel('Name of the new collection'));
  await page.keyboard.type('Thesis');
  await press(page, 'Enter');
  await until(async () => (await papers({ has_collections: true })).total === 2, 'the papers to be collected');
  await hasFocus(collect);
  const exports = button(page, 'Export');
  await tabTo(exports);
  await press(page, 'Enter');
  await hasFocus(page.getByRole('menuitem', { name: 'BibTeX' }));
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')]);
  expect((await readFile(await download.path(), 'utf8')).match(/^@article/gim)).toHaveLength(2);
  await hasFocus(exports);
  expect(faults).toEqual([]);
});

browserTest('keeps the focus when a late row renders', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  const titleOf = (place: number) => page.locator(`[data-place="${place}"] .title`);
  await titleOf(1).waitFor();
  // The row renders late, after the next key.
  await page.evaluate(`{
    const title = document.querySelector('[data-place="0"] .title');
    title.classList.remove('title');
    for (const key of ['j', 'j']) document.dispatchEvent(new KeyboardEvent('keydown', { key }));
    title.classList.add('title');
  }`);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await hasFocus(titleOf(1));
  expect(faults).toEqual([]);
});

browserTest('moves a paper to the trash, undoes that, and restores it from the trash', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  await page.getByText('4 papers', { exact: true }).waitFor();
  await press(page, 'j', 'x');
  await page.getByText('1 selected', { exact: true }).waitFor();
  await press(page, '#');
  await page.getByText('3 papers', { exact: true }).waitFor();
  await hasFocus(page.getByRole('table', { name: 'Papers' }));
  await tabTo(button(page, 'Undo'));
  await press(page, 'Enter');
  await page.getByText('4 papers', { exact: true }).waitFor();
  // The notice has closed, with its button.
  await hasFocus(page.getByRole('main'));
  await tabTo(page.getByLabel(/^Select: /).first());
  // The paper is selected again, and the keys of the list apply to the selection.
  await page.getByText('1 selected', { exact: true }).waitFor();
  await press(page, '#');
  await page.getByText('3 papers', { exact: true }).waitFor();
  await tabTo(page.getByRole('link', { name: 'Trash' }), 'Shift+Tab');
  await press(page, 'Enter');
  // The selection is kept.
  await page.getByText('1 selected', { exact: true }).waitFor();
  await tabTo(button(page, 'Restore'), 'Shift+Tab');
  await press(page, 'Enter');
  await until(async () => (await papers({})).total === 4, 'the paper to be restored');
  await hasSomeFocus(page);
  expect(faults).toEqual([]);
});

browserTest('opens a paper, highlights a paragraph, adds a note, asks about it and follows the citation', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  await tabTo(page.getByRole('link', { name: TITLE }).first());
  await press(page, 'Enter');
  await page.locator('.block').getByText('Introduction').first().waitFor();
  await press(page, 'j', 'j', 'h');
  const [{ bibcode } = { bibcode: '' }] = (await papers({ title: 'clumping' })).papers;
  const notes = async () => (await reader.world.call('get', '/api/notes').query({ bibcode })).body as NoteRecord[];
  await until(async () => (await notes()).length === 1, 'the paragraph to be highlighted');
  // Letters typed before the field appears are kept, and trigger no shortcut.
  await press(page, 'm');
  await page.keyboard.type('Compare with ours');
  await hasFocus(page.getByRole('textbox', { name: 'Note' }));
  expect(await page.locator(':focus').inputValue()).toBe('Compare with ours');
  // The button is optional. Leaving the field saves the note too.
  await button(page, 'Save').waitFor();
  await press(page, 'ControlOrMeta+Enter');
  await until(async () => (await notes()).some((note) => note.note_text === 'Compare with ours'), 'the note');
  await hasFocus(page.getByRole('textbox', { name: 'Note' }));
  reader.world.lab.setScript([{ text: 'They exceed them [1].' }]);
  await tabTo(button(page, /^Ask/), 'Shift+Tab');
  await press(page, 'Enter');
  await tabTo(page.getByLabel('Question', { exact: true }));
  await page.keyboard.type('How do the mass-loss rates compare?');
  await press(page, 'Enter');
  await tabTo(button(page, /^Source 1: /), 'Shift+Tab');
  await press(page, 'Enter');
  await page.locator('.block.lit').first().waitFor();
  await hasSomeFocus(page);
  await page.goBack();
  await page.getByText('They exceed them').waitFor();
  expect(faults).toEqual([]);
});

browserTest('asks the library, and follows a citation into its paper', async () => {
  const { page, faults } = await reader.open({ at: '/ask' });
  reader.world.lab.setScript([{ text: 'By factors of three [1].' }]);
  const question = page.getByLabel('Question', { exact: true });
  await tabTo(question);
  await page.keyboard.type('How do the mass-loss rates of O stars compare?');
  await press(page, 'Enter');
  const source = page.getByRole('link', { name: /^Source 1: / }).first();
  await source.waitFor();
  await hasFocus(question);
  await tabTo(source, 'Shift+Tab');
  await press(page, 'Enter');
  await page.locator('.block.lit').first().waitFor();
  await hasSomeFocus(page);
  await page.goBack();
  await page.getByText('By factors of three').waitFor();
  expect(faults).toEqual([]);
});

browserTest('imports a file, merges duplicates, and undoes the merge', async () => {
  const { page, faults } = await reader.open({ at: '/add' });
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page.getByLabel('Choose files…'));
  await press(page, 'Enter');
  const entry = (key: string, title: string, journal: string) =>
    `@article{${key}, title = {${title}}, journal = {${journal}}, author = {Okonkwo, A.}, year = 2011}`;
  const title = 'Clumps in the winds of hot stars';
  const buffer = Buffer.from([entry('a', title, 'MNRAS'), entry('b', `${title}: a survey`, 'ApJ')].join('\n'));
  await (await chooser).setFiles({ name: 'mine.bib', mimeType: 'text/plain', buffer });
  await page.getByText('2 entries: 2 added').waitFor();
  await hasFocus(page.getByLabel('Choose files…'));
  await tabTo(page.getByRole('link', { name: 'Library', exact: true }).first(), 'Shift+Tab');
  await press(page, 'Enter');
  await tabTo(page.getByRole('link', { name: /^Possible duplicates/ }));
  await press(page, 'Enter');
  await tabTo(button(page, /^Merge into/));
  await press(page, 'Enter');
  await page.getByText('No duplicates found.').waitFor();
  expect((await papers({})).total).toBe(5);
  await hasSomeFocus(page);
  await tabTo(button(page, 'Undo'));
  await press(page, 'Enter');
  await button(page, /^Merge into/).waitFor();
  expect((await papers({})).total).toBe(6);
  await hasFocus(page.getByRole('main'));
  expect(faults).toEqual([]);
});

browserTest('creates an alert, opens its menu, deletes it and undoes that', async () => {
  const { page, faults } = await reader.open({ at: '/alerts' });
  const query = page.getByLabel('Query');
  await tabTo(query);
  await page.keyboard.type('winds');
  await press(page, 'Enter');
  await page.getByRole('list', { name: 'Alerts' }).getByText('nothing new').waitFor();
  await hasFocus(query);
  const more = button(page, 'More actions for winds');
  await tabTo(more);
  await press(page, 'Enter');
  await hasFocus(page.getByRole('menuitem').first());
  await press(page, 'Escape');
  await hasFocus(more);
  await press(page, 'Enter');
  await hasFocus(page.getByRole('menuitem').first());
  await press(page, 'End', 'Enter');
  await page.getByText('No alerts yet.').waitFor();
  await hasSomeFocus(page);
  await tabTo(button(page, 'Undo'));
  await press(page, 'Enter');
  await more.waitFor();
  await hasSomeFocus(page);
  expect(faults).toEqual([]);
});

browserTest('gives the agent a permission, answers its questions, and asks again', async () => {
  const [{ bibcode } = { bibcode: '' }] = (await papers({ title: 'clumping' })).papers;
  const note = { name: 'add_note', arguments: { bibcode, paragraph_index: 0, note_text: 'By the agent' } };
  const asking = (question: string, options: readonly string[]) => ({
    name: 'ask_user',
    arguments: { question, options },
  });
  reader.world.lab.setScript([
    { when: 'Note it', tool_calls: [note] },
    { tool_calls: [asking('Which star?', ['Vega', 'Deneb'])] },
    { when: 'Deneb', tool_calls: [asking('Which planet?', [])] },
    { when: 'Mars', text: 'Of Mars, then.' },
  ]);
  const { page, faults } = await reader.open({ at: '/agent' });
  const question = page.getByLabel('Question', { exact: true });
  const session = page.getByRole('region', { name: 'Session', exact: true });
  await tabTo(question);
  await page.keyboard.type('Note it down');
  await press(page, 'Enter');
  await page.getByRole('region', { name: /^Add a note to “.+”\?$/ }).waitFor();
  await hasFocus(session);
  await tabTo(button(page, 'Allow once'));
  await press(page, 'Enter');
  const card = page.getByRole('region', { name: 'Question from the agent', exact: true });
  await card.getByText('Which star?').waitFor();
  await hasFocus(session);
  await tabTo(button(page, 'Deneb'));
  await press(page, 'Enter');
  await card.getByText('Which planet?').waitFor();
  await tabTo(card.getByLabel('Answer'));
  await page.keyboard.type('Mars');
  await press(page, 'Enter');
  await page.getByText('Of Mars, then.').waitFor();
  await hasFocus(session);
  await tabTo(question);
  expect(faults).toEqual([]);
});
