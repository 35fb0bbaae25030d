import { appendFile } from 'node:fs/promises';
import type { NoteRecord, StandardPaper } from '@almagest/contracts/literature';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS, type Window } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { marked, select } from '../browser/selected-text.ts';
import { pathOf } from '../library-files.ts';
import { givenFound } from '../papers.ts';

let code = '';
const reader = readerWorld(
  async (world) => {
    code = (await givenFound(world, 'okonkwo2014')).bibcode;
    await world.call('post', '/api/download').send({ bibcode: code }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode: code }).expect(200);
    await world.call('post', '/api/translate').send({ bibcode: code }).expect(200);
  },
  { worker: false },
);

const at = (more = '') => `/papers/${encodeURIComponent(code)}${more}`;

async function open(more = '', options: Parameters<typeof reader.open>[0] = {}): Promise<Window> {
  const window = await reader.open({ ...options, at: at(more) });
  await window.page.getByRole('heading', { name: '1 Introduction' }).first().waitFor();
  return window;
}

const notesNow = async () =>
  (await reader.world.call('get', '/api/notes').query({ bibcode: code }).expect(200)).body as NoteRecord[];

async function picture({ page }: Window, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

browserTest('shows a paper with its lists in every width and both colour schemes', async () => {
  for (const width of Object.values(WIDTHS)) {
    const window = await open('?right=notes', { viewport: { width, height: 900 } });
    const { page, faults } = window;
    if (width === WIDTHS.phone) await page.getByRole('button', { name: 'Close pane' }).click();
    await picture(window, `paper-${width}`);
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  }
});

browserTest('opens and highlights a place from a list, and Back returns to the line', async () => {
  const { page, faults } = await open();
  await page.getByRole('heading', { name: '1 Introduction' }).hover();
  await page.mouse.wheel(0, 700);
  await page.waitForURL(/at=\d/);
  const line = /at=[\d.]+/.exec(page.url())?.[0] ?? '';
  await page.getByRole('button', { name: /^References \d/ }).click();
  await page.getByRole('list', { name: 'References' }).getByRole('button').first().click();
  await page.waitForURL(/block=/);
  await page.locator('.block.lit:focus').waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.hash.includes(line));
  // A new block in the address wins over the line from scrolling.
  await page.evaluate(`location.hash += '&block=20'`);
  await page.locator('.block.lit:focus').waitFor();
  expect(page.url()).not.toContain('at=');
  expect(faults).toEqual([]);
});

browserTest('keeps the paragraph in view in the text, the translation and the PDF', async () => {
  const window = await open('?block=20');
  const { page, faults } = window;
  const top = async () => Number(/at=(\d+)/.exec(page.url())?.[1] ?? /block=(\d+)/.exec(page.url())?.[1]);
  expect(await top()).toBe(20);
  await page.keyboard.press('3');
  await page.locator('.block.lit .translated').waitFor();
  await picture(window, 'paper-both');
  await page.keyboard.press('4');
  await page.getByRole('region', { name: 'PDF' }).waitFor();
  await page.locator('.textLayer').getByText('Abundances').first().waitFor();
  await picture(window, 'paper-pdf');
  await select(window, 'Abundances', 'temperature', '.textLayer');
  await page.getByRole('button', { name: 'Highlight blue' }).click();
  await until(async () => (await marked(window, 'blue')).startsWith('Abundances'), 'the PDF to be marked');
  const [note] = await notesNow();
  expect(note).toMatchObject({ anchor: 'exact', selected_text: expect.stringMatching(/^Abundances count less than/) });
  await page.getByRole('searchbox', { name: 'Find in the PDF' }).fill('propagation');
  await page.getByText(/^\d+ of \d+$/).waitFor();
  await picture(window, 'paper-pdf-find');
  // The text highlights the same words, at the same place.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await until(async () => (await marked(window, 'blue')) === note?.selected_text, 'the text to be marked');
  await page.getByText('Abundances count less').first().waitFor();
  await reader.world.call('delete', '/api/notes').query({ id: note?.id }).expect(200);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('fits PDF pages to the room between the panes, with the fonts that the file lacks', async () => {
  const { page, faults } = await reader.open({ at: at('?mode=pdf&left=none&right=none') });
  const fonts: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.pfb')) fonts.push(request.url());
  });
  const pdf = page.getByRole('region', { name: 'PDF' });
  const widths = async () => {
    const [sheet, room] = [await pdf.locator('.page').first().boundingBox(), await pdf.boundingBox()];
    return { sheet: sheet?.width ?? 0, room: room?.width ?? 0 };
  };
  const isFitted = async () => {
    const { sheet, room } = await widths();
    return sheet <= room && sheet > 0.9 * room;
  };
  await until(isFitted, 'the page to fill the window');
  await until(() => fonts.length > 0, 'the standard fonts to be loaded');
  const { sheet: wide } = await widths();
  await page.keyboard.press(']');
  await page.getByRole('complementary').waitFor();
  await until(async () => (await isFitted()) && (await widths()).sheet < wide, 'the page to fit next to the pane');
  await page.keyboard.press(']');
  await until(
    async () => (await isFitted()) && (await widths()).sheet > 0.99 * wide,
    'the page to fill the window again',
  );
  const tint = page.getByRole('button', { name: 'Tint pages' });
  expect(await tint.getAttribute('aria-pressed')).toBe('false');
  await tint.click();
  await page.locator('button[aria-pressed="true"][aria-label="Tint pages"]').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  // The styles of the viewer don't change our dialogs.
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  expect(await page.evaluate(`getComputedStyle(document.querySelector('dialog[open]')).paddingTop`)).toBe('24px');
  expect(faults).toEqual([]);
});

browserTest('keeps a highlight over formulas and paragraphs in place, deletes it and restores it', async () => {
  const window = await open('?right=notes');
  const { page, faults } = window;
  await select(window, 'Grids of model atmospheres', 'better start than a grey model', '.original');
  const bar = page.getByRole('toolbar', { name: 'Actions for the selection' });
  await picture(window, 'paper-bar');
  await bar.getByRole('button', { name: 'Highlight green' }).click();
  await until(async () => (await notesNow()).length === 2, 'both paragraphs to have a note');
  await until(async () => (await marked(window, 'green')).includes('|'), 'both to be marked');
  const text = await marked(window, 'green');
  expect(text).toMatch(/^Grids of model atmospheres[^]*possible\.\|Earlier work[^]*better start than a grey model$/);
  await page.reload();
  await until(async () => (await marked(window, 'green')) === text, 'the same text to be marked');
  const card = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await card.first().waitFor();
  expect(await card.count()).toBe(1);
  await card.getByLabel('Note', { exact: true }).fill('Why better?');
  await card.getByRole('button', { name: 'Highlight pink' }).click();
  await until(async () => (await notesNow())[0]?.note_text === 'Why better?', 'the text to be saved');
  await until(async () => (await marked(window, 'pink')) === text, 'the colour to change');
  await picture(window, 'paper-notes');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No notes yet.').waitFor();
  expect(await notesNow()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await card.getByText('Why better?').waitFor();
  expect(await notesNow()).toMatchObject([{ anchor: 'exact', note_text: 'Why better?' }, { anchor: 'exact' }]);
  expect(faults).toEqual([]);
});

browserTest('opens the same paper, note and place from addresses of earlier versions', async () => {
  const { world } = reader;
  const body = { bibcode: code, paragraph_index: 6, highlight_color: 'blue', selected_text: '', note_text: 'Old note' };
  const { body: note } = await world.call('post', '/api/notes').send(body).expect(200);
  const { page, context, faults } = await open();
  const old = await context.newPage();
  await old.goto(`${world.url}/read/${encodeURIComponent(code)}#note-${(note as NoteRecord).id}`);
  await old.locator('.block.lit[data-block="6"]').waitFor();
  await old.getByRole('list', { name: 'Notes' }).getByText('Old note').waitFor();
  expect(old.url()).toMatch(/\/#\/papers\/[^?]+\?(?!.*fragment)/);
  await old.goto(`${world.url}/read/${encodeURIComponent(code)}#S1`);
  await old.locator('.block.lit').getByText('Introduction').waitFor();
  await old.goto(`${world.url}/batches`);
  await old.getByRole('heading', { name: 'Synchronisation', exact: true }).waitFor();
  await old.goto(page.url().replace('/#', '/app#'));
  await old.getByRole('heading', { name: '1 Introduction' }).first().waitFor();
  await world
    .call('delete', '/api/notes')
    .query({ id: (note as NoteRecord).id })
    .expect(200);
  expect(faults).toEqual([]);
});

browserTest('highlights objects named in the text, looks them up and links them', async () => {
  const { world } = reader;
  const [named = ''] = (
    await world.call('post', '/api/target/extract').send({ bibcode: code }).expect(200)
  ).body.targets
    .map(({ designation }: { designation: string }) => designation)
    .toSorted();
  expect(named).not.toBe('');
  const window = await open();
  const { page, faults } = window;
  const marks = async () =>
    await page.evaluate<string[]>(`[...(CSS.highlights.get('target') ?? [])].map((range) => range.toString())`);
  await page.keyboard.press('p');
  await page.keyboard.press('t');
  const panel = page.getByRole('region', { name: 'Targets' });
  await panel.getByRole('button', { name: `Show ${named} in the text` }).click();
  await page.locator('.block.lit:focus').waitFor();
  await until(async () => (await marks()).includes(named), 'the name to be marked');
  await panel.getByRole('button', { name: `Look up ${named}` }).click();
  await panel.getByText('Position (ICRS)').waitFor();
  await panel.getByRole('button', { name: 'Link to this paper' }).click();
  await panel.getByRole('list', { name: 'Linked to this paper' }).waitFor();
  await picture(window, 'paper-targets');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('stars, tags, collects and cites the paper while it is read', async () => {
  const { page, context, faults } = await open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = async () => await page.evaluate<string>('navigator.clipboard.readText()');
  const shelf = page.getByRole('group', { name: 'In your library' });
  await shelf.getByRole('button', { name: 'Star', pressed: false }).waitFor();
  await page.keyboard.press('s');
  await shelf.getByRole('button', { name: 'Star', pressed: true }).waitFor();
  await shelf.getByLabel('Reading state').selectOption('reading');
  await page.keyboard.press('t');
  const tags = page.getByRole('dialog', { name: 'Tags for 1 paper' });
  await tags.getByLabel('Tag').fill('grids');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'grids' }).waitFor();
  await page.keyboard.press('l');
  const collections = page.getByRole('dialog', { name: 'Collections for 1 paper' });
  await collections.getByLabel('Name of the new collection').fill('Theory');
  await collections.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Added 1 paper to Theory.').waitFor();
  await page.keyboard.press('y');
  await page.getByText('BibTeX entry copied.').waitFor();
  expect(await copied()).toContain(`{${code},`);
  await shelf.getByRole('button', { name: 'Copy citation' }).click();
  await page.getByText('Citation copied.').waitFor();
  expect(await copied()).toContain(`et al. 2014`);
  expect(await shelf.getByRole('link', { name: 'Open at publisher' }).getAttribute('href')).toMatch(/^http/);
  const { body } = await reader.world.call('get', '/api/library/papers').query({ bibcode: code }).expect(200);
  expect(body).toMatchObject({ papers: [{ is_starred: true, reading_state: 'reading', tags: ['grids'] }] });
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('asks about a figure, and saves the answer as a note', async () => {
  const window = await open();
  const { page, faults } = window;
  await page.getByRole('button', { name: /^Figures \d/ }).click();
  await page.getByRole('list', { name: 'Figures' }).getByRole('button').first().click();
  await page.locator('.block.lit button.picture, .block.lit + .block button.picture').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Question about this figure').fill('What does the axis show?');
  await page.keyboard.press('Enter');
  await dialog.getByRole('article', { name: 'Answer' }).waitFor();
  await picture(window, 'paper-figure');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save as note' }).click();
  await until(async () => (await notesNow()).some(({ note_text: text }) => text.startsWith('What does')), 'the note');
  for (const { id } of await notesNow()) await reader.world.call('delete', '/api/notes').query({ id }).expect(200);
  expect(faults).toEqual([]);
});

browserTest('translates selected text', async () => {
  const window = await open();
  const { page, faults } = window;
  await select(window, 'Grids of model atmospheres', 'possible.', '.original');
  const bar = page.getByRole('toolbar', { name: 'Actions for the selection' });
  await bar.getByRole('button', { name: 'Translate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Translation' });
  await dialog.locator('[lang="zh-CN"]').waitFor();
  await picture(window, 'paper-translated-selection');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('shows an old translation without the text, and the number of formulas shown as TeX', async () => {
  const { world } = reader;
  const { bibcode } = await givenFound(world, 'petrov2018');
  for (const step of ['download', 'parse', 'translate'])
    await world.call('post', `/api/${step}`).send({ bibcode }).expect(200);
  await appendFile(await pathOf(world, bibcode, 'translation'), '\n\nMehr.\n');
  await world.sql(
    `update block set markdown = 'A broken one: $\\frac{a$ and $x$' where position = 3
     and paper_id = (select id from paper where bibcode = $1)`,
    [bibcode],
  );
  const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(bibcode)}` });
  await page.getByText(/^\d+ of \d+ formulas shown as TeX$/).waitFor();
  await page.getByRole('link', { name: 'Show the old translation' }).click();
  await page.getByText('Mehr.', { exact: true }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
});

browserTest('renders only the part of a long paper that is near the window', async () => {
  const { world } = reader;
  const { bibcode } = await givenFound(world, 'zhao2023');
  await world.call('post', '/api/download').send({ bibcode }).expect(200);
  await world.call('post', '/api/parse').send({ bibcode }).expect(200);
  // A hundred pages: 1,600 paragraphs of 400 letters, and formulas.
  await world.sql('delete from block using paper where paper.id = paper_id and bibcode = $1', [bibcode]);
  await world.sql(
    `with own as (select id from paper where bibcode = $1)
     insert into block (paper_id, position, id, kind, text, text_hash, markdown)
     select own.id, n, 'b-' || n, case n % 4 when 0 then 'equation' else 'paragraph' end, text, md5(text),
       case n % 4 when 0 then '$$ ' || text || ' $$' else text || ' with $x_{' || n || '}^{2}+\\alpha$' end
     from own, generate_series(0, 1599) n,
       lateral (select case n % 4 when 0 then 'y_{' || n || '}=\\frac{a}{b}+\\sqrt{c}'
         else 'Paragraph ' || n || ' ' || repeat('of a long paper ', 22) end as text) t`,
    [bibcode],
  );
  const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(bibcode)}` });
  await page.getByText('Paragraph 1 ', { exact: false }).first().waitFor();
  const elements = async () => await page.evaluate<number>('document.querySelectorAll("*").length');
  const most = [await elements()];
  for (const block of [801, 1_599, 401]) {
    await page.evaluate(`location.hash = location.hash.split('?')[0] + '?block=${block}'`);
    await page.locator(`.block.lit[data-block="${block}"]`).waitFor();
    most.push(await elements());
    // The block is at the top, or as far up as the end of the paper allows.
    const top = async () =>
      await page.evaluate<number>(`document.querySelector('.block.lit').getBoundingClientRect().top`);
    // Content above the block may still change its height.
    await until(async () => (await top()) < (block === 1_599 ? 900 : 200), 'the block to be in view', top);
  }
  expect(Math.max(...most)).toBeLessThan(5_000);
  expect(faults).toEqual([]);
});

browserTest('shows a cited paper at the line that cites it, saves it and opens it', async () => {
  const window = await open();
  const { page, faults } = window;
  const citation = page.locator('.original a[href^="#bib"]').first();
  await citation.click();
  const card = page.getByRole('dialog', { name: 'Cited paper' });
  await card.getByRole('heading', { level: 3 }).waitFor();
  await picture(window, 'paper-card');
  const [line, box] = [await citation.boundingBox(), await card.boundingBox()];
  const distance = Math.min(
    Math.abs((box?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0)),
    Math.abs((line?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)),
  );
  expect(distance).toBeLessThan(20);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await page.locator('a[href^="#bib"]:focus').waitFor();
  await page.keyboard.press('Enter');
  const title = (await card.getByRole('heading', { level: 3 }).textContent()) ?? '';
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('in the library').waitFor();
  await card.getByRole('link', { name: 'Open' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(faults).toEqual([]);
});

browserTest('shows hostile titles and notes as text', async () => {
  const attack = '<img src=x onerror=alert(1)><script>alert(1)</script>';
  const record = { bibcode: code, paragraph_index: 4, highlight_color: 'blue', selected_text: '', note_text: attack };
  await reader.world.call('post', '/api/notes').send(record).expect(200);
  const window = await reader.open({ at: at('?right=notes') });
  const { page, faults } = window;
  await page.route('**/api/paper/outline?*', async (route) => {
    const answer = await route.fetch();
    const outline = (await answer.json()) as { paper: StandardPaper; blocks: { title?: string }[] };
    for (const block of outline.blocks) if (block.title !== undefined) block.title = attack;
    await route.fulfill({ json: { ...outline, paper: { ...outline.paper, title: attack, authors: [attack] } } });
  });
  await page.reload();
  // The note contains the same text, and may appear before the paper.
  await page.getByRole('heading', { name: attack }).first().waitFor();
  await page.getByLabel('Note', { exact: true }).last().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await page.locator('.paper-view img[src="x"], .paper-view script').count()).toBe(0);
  expect(faults).toEqual([]);
});
