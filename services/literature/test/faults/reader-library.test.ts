import type { Collection, LibraryNotes, LibraryPapers } from '@almagest/contracts/literature';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS, type Window } from '@almagest/test-kit/browser';
import { screenshot } from '@almagest/test-kit/screenshot';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { give } from '../browser/given-to-page.ts';
import { lookAgainUntil } from '../browser/look-again.ts';
import { readerWorld } from '../browser/reader-window.ts';
import { importFile } from '../import-calls.ts';
import { readLibrary } from '../papers.ts';
import { printedPdf } from '../printed-pdf.ts';
import type { World } from '../world.ts';

const NUMBER = 600;
const HOSTILE = '<img src=x onerror=alert(1)>';

const reader = readerWorld(prepare, { worker: false });

/** Creates a library of many papers. Some have tags, one is hostile, and two have notes. */
async function prepare(world: World): Promise<void> {
  const entries = Array.from({ length: NUMBER }, (_, n) => {
    const number = String(n).padStart(3, '0');
    const tags = n % 10 === 0 ? ', mendeley-tags = {winds}, keywords = {winds}' : '';
    return `@article{k${n}, title = {Paper ${number} on the mass loss of hot stars and its dependence on metallicity}, author = {Kudritzki, R. P. and Author${number}, A. and Puls, J. and Lennon, D. J.}, year = ${1960 + (n % 60)}, journal = {Astronomy and Astrophysics}${tags}}`;
  });
  await importFile(world, entries.join('\n'));
  await add(world, { title: `Hostile ${HOSTILE}`, authors: [HOSTILE], year: '2021', abstract: HOSTILE });
  const [first, second] = await readLibrary(world);
  const note = { paragraph_index: 0, selected_text: 'clumped winds of O stars' };
  await call(world, '/api/notes', { ...note, bibcode: first?.bibcode, note_text: HOSTILE, highlight_color: 'pink' });
  await call(world, '/api/notes', { ...note, bibcode: second?.bibcode, note_text: 'compare', highlight_color: 'blue' });
}

async function call(world: World, path: string, body: object): Promise<void> {
  await world.call('post', path).send(body).expect(200);
}

const add = async (world: World, body: object) => await call(world, '/api/papers', body);

async function papers(query: object): Promise<LibraryPapers> {
  return (await reader.world.call('get', '/api/library/papers').query(query).expect(200)).body as LibraryPapers;
}

const rows = (page: Window['page']) => page.getByRole('table', { name: 'Papers' }).getByRole('rowheader');
const undo = async (page: Window['page']) => {
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await page.getByText('Undone.').last().waitFor();
};

/** Each view, and a text that it shows when loaded. */
const VIEWS = [
  { view: 'library', at: '/library', shows: `${NUMBER + 1} papers` },
  { view: 'library-filtered', at: '/library?tag=winds&sort=title', shows: '60 papers match' },
  { view: 'trash', at: '/library?in_trash=true', shows: 'The trash is empty. Deleted papers stay here for 30 days.' },
  { view: 'find', at: '/find?q=clumped', shows: '2 papers, best match first' },
  { view: 'add', at: '/add', shows: 'Enter by hand' },
  { view: 'notes', at: '/notes', shows: '2 notes' },
];

browserTest('shows hostile titles and notes as text, on a phone and a desktop', async () => {
  for (const [kind, width] of Object.entries(WIDTHS)) {
    const { page, faults } = await reader.open({ viewport: { width, height: 900 } });
    const tabs = page.getByRole('navigation', { name: 'Reader' }).getByRole('link');
    for (const tab of await tabs.all()) {
      const box = await tab.boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    for (const { view, at, shows } of VIEWS) {
      await page.evaluate(`location.hash = ${JSON.stringify(at)}`);
      await page.getByText(shows, { exact: true }).first().waitFor();
      expect([view, kind, await overflowOf(page)]).toEqual([view, kind, 0]);
      // The first paper is visible without scrolling.
      if (view === 'library') expect((await rows(page).first().boundingBox())?.y).toBeLessThan(500);
      await screenshot(page, `reader-${view}-${kind}`);
    }
    expect(await page.locator('main img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  }
});

browserTest('sorts and filters in the address, and Back undoes the last change', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  await page.getByText(`${NUMBER + 1} papers`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sort by Title' }).click();
  await rows(page).first().getByText('Hostile').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('author042');
  await page.getByText('1 paper matches').waitFor();
  expect(page.url()).toContain('words=author042');
  await page.reload();
  await page.getByText('1 paper matches').waitFor();
  await page.goBack();
  await page.getByText(`${NUMBER + 1} papers`, { exact: true }).waitFor();
  await rows(page).first().getByText('Hostile').waitFor();
  await page.goBack();
  await page.getByText(`${NUMBER + 1} papers`, { exact: true }).waitFor();
  expect(page.url()).not.toContain('sort');
  expect(faults).toEqual([]);
});

browserTest('works by keyboard, and keeps the focus on its row', async () => {
  const { page, faults } = await reader.open({ at: '/library?sort=title' });
  await rows(page).first().waitFor();
  const focused = async () => await page.evaluate<string>('document.activeElement?.textContent ?? ""');
  for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key);
  await until(async () => (await focused()).startsWith('Paper 000'), 'the second row to have the focus');
  await page.keyboard.press('s');
  await page.getByText('1 paper marked.').waitFor();
  await page.getByRole('button', { name: /^Star: Paper 000/, pressed: true }).waitFor();
  await page.keyboard.press('m');
  await until(async () => (await papers({ reading_state: 'reading' })).total === 1, 'the paper to be read');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  expect(await focused()).toMatch(/^Paper 000/);
  await page.keyboard.press('End');
  await until(async () => (await focused()).startsWith('Paper 599'), 'the last row to have the focus');
  await page.keyboard.press('Home');
  await until(async () => (await focused()).startsWith('Hostile'), 'the first row to have the focus');
  await undo(page);
  expect((await papers({ reading_state: 'reading' })).total).toBe(0);
  expect(faults).toEqual([]);
});

browserTest('tags, collects and removes many papers at once, and undoes each action', async () => {
  const { page, faults } = await reader.open({ at: '/library?tag=winds' });
  await page.getByText('60 papers match').waitFor();
  await page.getByLabel('Select all').check();
  await page.getByText('60 selected').waitFor();
  await page.getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('dialog', { name: 'Tags for 60 papers' }).getByLabel('Tag').fill('to read');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByText('Added the tag to read to 60 papers.').waitFor();
  expect((await papers({ tag: 'to read' })).total).toBe(60);
  await undo(page);
  expect((await papers({ tag: 'to read' })).total).toBe(0);
  await page.getByRole('button', { name: 'Add to collection…' }).click();
  await page.getByLabel('Name of the new collection').fill('Winds');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Winds 60', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await page.getByText('No papers match these filters.').waitFor();
  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await page.getByText('60 papers', { exact: true }).waitFor();
  await undo(page);
  await page.getByText('The trash is empty.').waitFor();
  expect((await papers({ tag: 'winds' })).total).toBe(60);
  await page.getByRole('link', { name: 'Winds 60', exact: true }).click();
  await page.getByText('60 papers match').waitFor();
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'RIS' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('library.ris');
  expect(faults).toEqual([]);
});

browserTest('shows collections as a tree that accepts dropped papers', async () => {
  const { page, faults } = await reader.open({ at: '/library?sort=title' });
  const tree = page.getByRole('region', { name: 'Collections' });
  const name = async (title: string, text: string, button: string) => {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByLabel('Name').fill(text);
    await dialog.getByRole('button', { name: button }).click();
  };
  const more = async (of: string, what: string) => {
    await tree.getByRole('button', { name: `More actions for ${of}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await tree.getByRole('button', { name: 'New collection' }).click();
  await name('New collection', 'Outer', 'Create');
  await more('Outer', 'New collection inside…');
  await name('New collection in Outer', 'Inner', 'Create');
  const inner = tree.getByRole('link', { name: /^Inner/ });
  await rows(page).first().dragTo(inner);
  await page.getByText('Added 1 paper to Inner.').waitFor();
  await tree.getByRole('link', { name: 'Inner 1' }).waitFor();
  await more('Inner', 'Rename…');
  await name('Rename Inner', 'Core', 'Save');
  await more('Core', 'Move…');
  await page.getByRole('dialog', { name: 'Move Core' }).getByLabel('Into').selectOption('top level');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Moved Core.').waitFor();
  const collections = async () =>
    ((await reader.world.call('get', '/api/collections').expect(200)).body as Collection[]).map(
      ({ name: title, parent_id: parent, paper_count: count }) => `${title} ${count} ${parent === null}`,
    );
  expect(await collections()).toEqual(expect.arrayContaining(['Core 1 true', 'Outer 0 true']));
  await more('Core', 'Delete');
  await page.getByText('Deleted Core. Its papers stay in the library.').waitFor();
  expect(await collections()).not.toContain('Core 1 true');
  await undo(page);
  expect(await collections()).toContain('Core 1 true');
  await tree.getByRole('link', { name: 'Core 1' }).click();
  await page.getByText('1 paper matches').waitFor();
  await page.getByRole('button', { name: 'Save this search…' }).click();
  await name('Save this search', 'My core', 'Save');
  await page.reload();
  await page.getByRole('link', { name: 'My core' }).waitFor();
  expect(faults).toEqual([]);
});

browserTest('keeps rows in place under the pointer when another tab adds a paper', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  const first = rows(page).first();
  await first.hover();
  const before = await first.textContent();
  await add(reader.world, { title: 'Added by another tab', year: '2022' });
  const changed = page.getByText('The list has changed.');
  await lookAgainUntil(page, async () => await changed.isVisible(), 'the list to say that it has changed');
  expect(await first.textContent()).toBe(before);
  // Use the keyboard. The list updates as soon as the pointer leaves it.
  await page.getByRole('button', { name: 'Refresh' }).press('Enter');
  await rows(page).first().getByText('Added by another tab').waitFor();
  expect(faults).toEqual([]);
});

browserTest('adds recognised PDFs, asks about others, imports with a report, and keeps unsent input', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  const { paper } = reader.world.lab.library.byKey('okonkwo2014');
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  const bibtex = '@article{a, title = {One of Zotero}, year = 2001}\n@article{b, author = {X}}\n';
  const stamp = 'arXiv:1405.9021v2 [astro-ph.SR] 7 May 2014';
  await page.evaluate(`location.hash = '/add'`);
  await page
    .getByLabel('Choose files…')
    .setInputFiles([
      file('known.pdf', printedPdf([stamp, paper.title, 'K. Okonkwo'])),
      file('other.pdf', printedPdf([stamp, 'A title of quite another paper', 'N. Body'])),
      file('scan.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n')),
      file('library.bib', Buffer.from(bibtex)),
    ]);
  const queue = page.getByRole('region', { name: 'Import queue' });
  await queue.getByText('2 added · 0 already in the library · 1 file needs your input · 1 failed').waitFor();
  await queue.getByText('2 entries: 1 added').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await screenshot(page, 'reader-adding');
  await queue.getByRole('button', { name: `Choose: ${paper.title}` }).click();
  await queue.getByText('1 already in the library').waitFor();
  // Finished items move down when the pointer has left the list.
  const first = queue.getByRole('list').getByRole('listitem').first();
  expect(await first.textContent()).toContain('other.pdf');
  await queue.getByRole('heading', { name: 'Import queue' }).hover();
  await first.getByText('scan.pdf').first().waitFor();
  await queue.getByRole('button', { name: 'Enter details…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Details of scan.pdf' });
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Title').fill('An old scan');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await queue.getByRole('link', { name: 'An old scan' }).waitFor();
  await queue.getByText('3 added · 1 already in the library').waitFor();
  await page.getByLabel('One per line', { exact: true }).fill('10.5555/absent\narXiv:1405.9021');
  await page.getByLabel('Authors, one per line').fill('Typed, Half');
  await page.reload();
  expect(await page.getByLabel('Authors, one per line').inputValue()).toBe('Typed, Half');
  await page.getByRole('button', { name: 'Look up and add' }).click();
  await queue.getByText('0 added · 1 already in the library · 1 failed').waitFor();
  // New items appear above earlier failures.
  const { bibcode } = reader.world.lab.library.byKey('okonkwo2014');
  await page.getByLabel('One per line', { exact: true }).fill(bibcode);
  await page.getByRole('button', { name: 'Look up and add' }).click();
  await queue.getByText('0 added · 2 already in the library · 1 failed').waitFor();
  expect(await first.textContent()).toContain(bibcode);
  const titles = (await readLibrary(reader.world)).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([paper.title, 'An old scan', 'One of Zotero']));
  expect(faults.filter((fault) => !/status of 40[04]/.test(fault))).toEqual([]);
});

browserTest('adds pasted identifiers in place, and undoes that', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  await rows(page).first().waitFor();
  const { paper, bibcode } = reader.world.lab.library.byKey('petrov2018');
  await give(page, 'paste', `Have a look at ${bibcode}.`);
  await page.getByText(`Added ${paper.title}.`).waitFor();
  await rows(page).getByText(paper.title).waitFor();
  expect(page.url()).toMatch(/#\/library$/);
  await undo(page);
  await rows(page).getByText(paper.title).waitFor({ state: 'detached' });
  await give(page, 'paste', 'Nothing of interest');
  await page.getByText('The clipboard has no file, DOI', { exact: false }).waitFor();
  expect(faults).toEqual([]);
});

browserTest('asks which paper a dropped PDF is, next to its first page, and then parses and opens it', async () => {
  const { page, faults } = await reader.open({ at: '/notes' });
  await page.getByRole('heading', { name: 'Notes and highlights' }).waitFor();
  const pdf = printedPdf(['A leaflet without a stamp', 'On the leaflets of observatories', 'N. Body']).toString(
    'latin1',
  );
  await give(page, 'drop', pdf, 'leaflet.pdf');
  await page.getByRole('button', { name: 'Enter details…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Details of leaflet.pdf' });
  const sheet = dialog.getByRole('img', { name: 'First page of leaflet.pdf' });
  await sheet.waitFor();
  await until(
    async () => (await page.evaluate<number>(`document.querySelector('.first-page canvas').width`)) > 400,
    'the page to be drawn',
  );
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('Title').fill('On the leaflets of observatories');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.waitForURL(/#\/papers\//);
  await page.locator('.block').getByText('On the leaflets of observatories').first().waitFor();
  expect(faults).toEqual([]);
});

browserTest('accepts files dropped on any page', async () => {
  const { page } = await reader.open({ at: '/notes' });
  await page.getByText('2 notes').waitFor();
  await give(page, 'drop', '@article{d, title = {Dropped here}, year = 2003, annote = {As a whole}}', 'dropped.bib');
  await page.getByText('1 entry: 1 added').waitFor();
  expect(page.url()).toMatch(/#\/add$/);
  await page.evaluate(`location.hash = '/notes'`);
  const note = page.getByRole('listitem').filter({ hasText: 'As a whole' });
  // This note has no line.
  await note.filter({ hasNotText: 'Go to text' }).getByRole('button', { name: 'Delete' }).click();
});

browserTest('lists all notes by colour and words, edits them, and undoes a deletion', async () => {
  const { page, faults } = await reader.open({ at: '/notes' });
  const list = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await page.getByLabel('Colour').selectOption('blue');
  await page.getByText('1 note', { exact: true }).waitFor();
  expect(page.url()).toContain('colour=blue');
  await list.getByRole('button', { name: 'Edit' }).press('Enter');
  await page.getByLabel('Note', { exact: true }).fill('compare with the second paper');
  await page.getByRole('button', { name: 'Save' }).click();
  await list.getByText('compare with the second paper').waitFor();
  await page.goBack();
  await page.getByLabel('Words').fill('second paper');
  await page.getByText('1 note', { exact: true }).waitFor();
  await list.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No notes match these filters.').waitFor();
  await undo(page);
  await list.getByText('compare with the second paper').waitFor();
  const notes = (await reader.world.call('get', '/api/library/notes').expect(200)).body as LibraryNotes;
  expect(notes.total).toBe(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as Markdown' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('notes.md');
  expect(faults).toEqual([]);
});

browserTest('finds and highlights a sentence, and opens its paper, in Chinese too', async () => {
  const { page, faults } = await reader.open({ at: '/find' });
  await page.getByLabel('Words').fill('clumped wind');
  await page.keyboard.press('Enter');
  const found = page.getByRole('list', { name: 'Search results' });
  await found.locator('mark', { hasText: 'clumped' }).first().waitFor();
  await found.locator('mark', { hasText: 'winds' }).first().waitFor();
  await page.getByLabel('In', { exact: true }).selectOption('texts');
  await page.getByText('No matches. Try fewer or different words.').waitFor();
  await page.goBack();
  await found.waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await page.getByRole('heading', { name: '检索文献库' }).waitFor();
  await page.keyboard.press('Escape');
  for (const [at, heading] of [
    ['/library', '文献库'],
    ['/add', '添加论文'],
    ['/notes', '笔记与高亮'],
  ] as const) {
    await page.evaluate(`location.hash = '${at}'`);
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
  }
  expect(faults).toEqual([]);
});

browserTest('shows thirty compact rows with the chosen columns, previews them, and selects ranges', async () => {
  const { page, faults } = await reader.open({ at: '/library?sort=title' });
  await rows(page).first().waitFor();
  const table = page.getByRole('table', { name: 'Papers' });
  const visible = async () => {
    const [box, row] = [await table.boundingBox(), await rows(page).nth(1).locator('..').boundingBox()];
    return Math.floor(((box?.height ?? 0) - 30) / (row?.height ?? Infinity));
  };
  expect(await visible()).toBeLessThan(10);
  await page.getByRole('button', { name: 'View options' }).click();
  const options = page.getByRole('dialog', { name: 'View options' });
  await options.getByLabel('compact').check();
  await options.getByLabel('Citations').uncheck();
  await until(async () => (await visible()) >= 27, 'the rows to be compact', visible);
  await table.getByRole('columnheader', { name: 'Sort by Citations' }).waitFor({ state: 'detached' });
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await options.getByLabel('show the abstract next to the list').check();
  await page.keyboard.press('Escape');
  await options.waitFor({ state: 'detached' });
  const width = async () => (await table.getByRole('columnheader', { name: 'Journal' }).boundingBox())?.width ?? 0;
  const before = await width();
  await table.getByRole('separator', { name: 'Width of Journal' }).press('ArrowLeft');
  await until(async () => (await width()) > before, 'the column to be wider');
  await table.getByRole('cell', { name: 'A&A' }).nth(2).click();
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('3 selected').waitFor();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('heading', { name: /^Paper 0/ }).waitFor();
  await table
    .getByRole('cell', { name: 'A&A' })
    .nth(8)
    .click({ modifiers: ['ControlOrMeta'] });
  await page.getByText('4 selected').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  // The layout is kept.
  await page.reload();
  await until(async () => (await visible()) >= 27, 'the rows to be compact again', visible);
  await table.getByRole('cell', { name: 'A&A' }).nth(4).dblclick();
  await page.waitForURL(/#\/papers\//);
  expect(faults).toEqual([]);
});
