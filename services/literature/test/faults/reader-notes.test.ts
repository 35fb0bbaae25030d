import type { LibraryNotes } from '@almagest/contracts/literature';
import { browserTest } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import { givenFound } from '../papers.ts';

let bibcode = '';
const reader = readerWorld(
  async (world) => {
    bibcode = (await givenFound(world, 'okonkwo2014')).bibcode;
    const note = { bibcode, paragraph_index: 0, selected_text: 'clumped winds of O stars' };
    for (const highlight_color of ['blue', 'pink'])
      await world
        .call('post', '/api/notes')
        .send({ ...note, note_text: 'compare', highlight_color })
        .expect(200);
    await world.call('post', '/api/download').send({ bibcode }).expect(200);
    await world.call('post', '/api/parse').send({ bibcode }).expect(200);
  },
  { worker: false },
);

browserTest(
  "keeps the unsaved text of a note, and overwrites another tab's version only after showing it",
  async () => {
    const { page, faults } = await reader.open({ at: '/notes?colour=blue' });
    const list = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    const field = page.getByLabel('Note', { exact: true });
    await list.getByRole('button', { name: 'Edit' }).click();
    await field.fill('mine');
    await page.reload();
    await until(async () => (await field.inputValue()) === 'mine', 'the typed text');
    const { notes } = (await reader.world.call('get', '/api/library/notes').expect(200)).body as LibraryNotes;
    const id = notes.find(({ highlight_color: colour }) => colour === 'blue')?.id;
    const before = notes.find((note) => note.id === id)?.note_text ?? '';
    await reader.world.call('patch', '/api/notes').send({ id, note_text: 'theirs' }).expect(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This note was changed elsewhere').waitFor();
    await list.getByText('theirs').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    // The field still shows the word until it is saved.
    await field.waitFor({ state: 'detached' });
    await page.reload();
    await list.getByText('mine').waitFor();
    expect(await field.count()).toBe(0);
    await reader.world.call('patch', '/api/notes').send({ id, note_text: before }).expect(200);
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  },
);

browserTest('keeps filters chosen during typing, and does not return to a page that the user has left', async () => {
  const { page, faults } = await reader.open({ at: '/notes' });
  await page.getByLabel('Words').pressSequentially('clumped');
  await page.getByLabel('Colour').selectOption('pink');
  await page.waitForURL(/q=clumped/);
  expect(page.url()).toContain('colour=pink');
  // The next view must not load before the typing pauses.
  const loading = Promise.withResolvers<void>();
  await page.route('**/alerts-view-*.js', async (route) => {
    await loading.promise;
    await route.continue();
  });
  const typingRests = async () => {
    const typed = await page.evaluate<number>('performance.now()');
    await until(async () => (await page.evaluate<number>('performance.now()')) > typed + 1_000, 'a pause in typing');
  };
  await page.getByLabel('Words').pressSequentially(' winds');
  await page.getByRole('link', { name: 'Alerts' }).click();
  await typingRests();
  loading.resolve();
  await page.getByText('No alerts yet.').waitFor();
  await typingRests();
  expect(page.url()).toMatch(/#\/alerts$/);
  expect(faults).toEqual([]);
});

browserTest('does not reopen a paper that the user has left while a note was being saved', async () => {
  const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(bibcode)}?right=none` });
  await page.getByRole('heading', { name: '1 Introduction' }).first().waitFor();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/notes', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await page.getByRole('link', { name: 'Alerts' }).click();
  await page.getByText('No alerts yet.').waitFor();
  const saved = page.waitForResponse((response) => response.request().method() === 'POST');
  release();
  await saved;
  const then = await page.evaluate<number>('performance.now()');
  await until(async () => (await page.evaluate<number>('performance.now()')) > then + 500, 'the page to continue');
  expect(page.url()).toMatch(/#\/alerts$/);
  expect(faults).toEqual([]);
});

browserTest('shows grey bars while notes load, and names them for screen readers', async () => {
  const { page, faults } = await reader.open({ at: '/library' });
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/library\/notes/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Notes', exact: true }).first().click();
  const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading notes…' });
  await loading.waitFor();
  expect((await loading.getByText('Loading notes…').boundingBox())?.height).toBe(1);
  expect((await loading.boundingBox())?.height).toBeGreaterThan(20);
  held.resolve();
  await page
    .getByText(/^\d notes$/)
    .first()
    .waitFor();
  expect(await loading.count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
  expect(faults).toEqual([]);
});
