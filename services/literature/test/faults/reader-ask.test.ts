import type { NoteRecord } from '@almagest/contracts/literature';
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS } from '@almagest/test-kit/browser';
import { until } from '@almagest/test-kit/until';
import { expect } from '@jest/globals';
import { readerWorld } from '../browser/reader-window.ts';
import type { Entry } from '../papers.ts';
import { listAnswers } from '../retrieval/answer-calls.ts';
import { givenParsed } from '../retrieval/passages.ts';
import { OFTEN_SWEPT } from '../world.ts';

let procyon: Entry;
const reader = readerWorld(
  async (world) => {
    procyon = await givenParsed(world, 'tanaka2020');
    await givenParsed(world, 'okonkwo2014');
  },
  { env: OFTEN_SWEPT },
);

const QUESTION = 'What is the angular diameter of Procyon?';
const ANSWER =
  'The angular diameter of Procyon is $\\theta = 5.406$ mas [1]. **It is firm** [1][44].\n\n<img src=x onerror=alert(1)> [evil](javascript:alert(1)) ![p](https://elsewhere.example/p.png)';

browserTest('streams an answer, opens its citations, and keeps it after a reload', async () => {
  const { lab } = reader.world;
  for (const width of Object.values(WIDTHS)) {
    const { page, faults, context } = await reader.open({ at: '/search', viewport: { width, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    lab.setScript([{ text: ANSWER }]);
    await page.getByRole('heading', { name: 'Search the sources' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.getByLabel('Question', { exact: true }).fill(QUESTION);
    // The typed text is kept.
    await page.reload();
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe(QUESTION);
    await page.getByLabel('Question', { exact: true }).press('Enter');
    const card = page.getByRole('article', { name: QUESTION }).last();
    const source = card.getByRole('link', { name: /^Source 1: / }).first();
    await source.waitFor();
    await card.getByRole('button', { name: 'Copy with citations' }).waitFor();
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('');
    // Text from a model contains no images, no links and no citations of other sources.
    expect(await card.locator('img, script').count()).toBe(0);
    expect(await card.locator('a[href^="javascript"], a[href^="http"]').count()).toBe(0);
    expect(await card.getByText('[44]').count()).toBe(0);
    expect(await card.locator('math').count()).toBe(1);
    expect(await source.getAttribute('href')).toMatch(/#\/papers\/[^?]+\?block=\d+&quote=/);
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await card.getByRole('button', { name: 'Copy with citations' }).click();
    await page.getByText('Answer copied with its citations.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/5\.406.*\n\n\[1\] .*tanaka|\[1\] /s);
    await page.reload();
    await page.getByRole('article', { name: QUESTION }).first().getByText('It is firm').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  }
});

browserTest('saves an answer as a note on the cited paragraph, and undoes it', async () => {
  const notes = async () =>
    (await reader.world.call('get', '/api/notes').query({ bibcode: procyon.bibcode })).body as NoteRecord[];
  const { page, faults } = await reader.open({ at: '/ask' });
  await page.getByRole('button', { name: 'Save as note on source 1' }).first().click();
  await page.getByText('Saved the answer as a note on the cited paragraph.').waitFor();
  const [note] = await notes();
  expect(note).toMatchObject({ anchor: 'exact', note_text: expect.stringContaining(QUESTION) });
  expect(note?.selected_text).toContain('5.406');
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await notes()).length === 0, 'the note to be gone');
  expect(faults).toEqual([]);
});

browserTest('asks a follow-up from the composer below the conversation', async () => {
  const { page, faults } = await reader.open({ at: '/ask' });
  const card = page.getByRole('article', { name: QUESTION }).first();
  await card.getByRole('button', { name: 'Ask a follow-up' }).click();
  await page.getByText(`Following up: ${QUESTION}`).waitFor();
  reader.world.lab.setScript([{ when: 'And in which unit?', text: 'It is measured in mas [1].' }]);
  const question = page.getByLabel('Question', { exact: true });
  await question.fill('And in which unit?');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: 'And in which unit?' });
  await answer.getByText('It is measured in mas').waitFor();
  // The next question follows up this answer, unless the user ends the conversation.
  await page.getByText('Following up: And in which unit?').waitFor();
  await page.getByRole('button', { name: 'Ask a separate question' }).click();
  await page.getByText(/^Following up/).waitFor({ state: 'detached' });
  await answer.getByRole('button', { name: 'Ask a follow-up' }).click();
  await page.getByText(/^Following up/).waitFor();
  await until(async () => {
    const [asked, composer] = [await answer.boundingBox(), await question.boundingBox()];
    const isBelow = (composer?.y ?? 0) > (asked?.y ?? 0) + (asked?.height ?? 0);
    return isBelow && (composer?.y ?? 900) + (composer?.height ?? 0) < 900;
  }, 'the composer to be in view below the answer');
  // The number of tokens is folded away.
  expect(await answer.getByText(/tokens/).isVisible()).toBe(false);
  await answer.getByText('Details').click();
  await answer.getByText(/tokens/).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await answer.getByRole('button', { name: 'Delete: And in which unit?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^Following up/).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

browserTest('stops at once, shows failures, and deletes after confirmation', async () => {
  const { lab } = reader.world;
  const { page, faults } = await reader.open({ at: '/ask' });
  const long = 'How bright is Procyon, and what is its angular diameter?';
  lab.setScript([{ text: `It is 5.406 mas [1]. ${'And so on, without an end. '.repeat(2_000)}` }]);
  lab.setFault('provider.chat', { kind: 'hold', bytes: 40_000 });
  await page.getByLabel('Question', { exact: true }).fill(long);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const card = page.getByRole('article', { name: long });
  await card.getByText('It is 5.406 mas').waitFor();
  // The answer continues while another view is open.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await card.getByText('stopped', { exact: true }).waitFor();
  await until(async () => {
    const [last] = await listAnswers(reader.world);
    return last?.status === 'stopped' && last.answer !== '';
  }, 'the stopped answer to be stored');
  lab.clearFaults();
  lab.setFault('provider.chat', { kind: 'server_error', status: 400 });
  await card.getByRole('button', { name: 'Ask again' }).click();
  await page.getByText(/Answer failed: .*HTTP 400/).waitFor();
  lab.clearFaults();
  await page
    .getByRole('button', { name: `Delete: ${long}` })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await until(async () => (await listAnswers(reader.world)).every(({ status }) => status !== 'failed'), 'the deletion');
  await page.getByText(/Answer failed/).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

browserTest('asks about the open paper, and opens the cited sentence next to the answer', async () => {
  const { page, faults } = await reader.open({ at: `/papers/${encodeURIComponent(procyon.bibcode)}?right=ask` });
  reader.world.lab.setScript([{ text: 'It is 5.406 mas [1].' }]);
  await page.getByLabel('Question', { exact: true }).fill(QUESTION);
  await page.getByRole('button', { name: 'Ask', exact: true }).last().click();
  const mark = page.getByRole('button', { name: /^Source 1: / }).first();
  await mark.click();
  await page.waitForURL(/block=\d+&quote=/);
  await page.locator('.paper-pane').getByText('It is 5.406 mas').waitFor();
  expect((await listAnswers(reader.world, { bibcode: procyon.bibcode }))[0]).toMatchObject({
    answer: 'It is 5.406 mas [1].',
  });
  expect(faults).toEqual([]);
});
