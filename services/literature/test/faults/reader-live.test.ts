// Tests live updates, including restarts of the API.
import { browserTest, listAccessibilityFaults, overflowOf, WIDTHS, type Window } from '@almagest/test-kit/browser';
import { freePort } from '@almagest/test-kit/free-port';
import { logLineOf, type Program } from '@almagest/test-kit/program';
import { until } from '@almagest/test-kit/until';
import { afterAll, expect } from '@jest/globals';
import { assetEnd, synchronise } from '../batch-calls.ts';
import { readerWorld } from '../browser/reader-window.ts';
import { givenFound } from '../papers.ts';
import { OFTEN_SWEPT } from '../world.ts';
import { runScript } from './processes.ts';

const PAPERS = 60;

const reader = readerWorld(
  async (world) => {
    await synchronise(world, 'sample', { source: 'catalog', limit: PAPERS });
  },
  { env: OFTEN_SWEPT, bulk: PAPERS },
);
const programs: Program[] = [];
afterAll(async () => {
  await Promise.all(programs.map(async (program) => await program.kill()));
});

/** Starts an API on this port. The world's own API still runs the worker. */
async function startApi(port: number): Promise<Program> {
  const api = runScript('api', { ...reader.world.env, LOG_LEVEL: 'info', PORT: String(port) });
  programs.push(api);
  await logLineOf(api, 'listening');
  return api;
}

async function stop(api: Program): Promise<void> {
  api.signal('SIGTERM');
  await api.exited;
}

/** Removes the browser's reports of unanswered requests. */
const without = (faults: Window['faults']) =>
  faults.filter((fault) => !/ERR_(?:CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)|status of 50\d/.test(fault));

browserTest("resumes the agent's answer in two tabs after a restart of the API", async () => {
  const { lab } = reader.world;
  const whole = Array.from({ length: 2_500 }, (_, n) => `word${n}`).join(' ');
  lab.setScript([{ text: whole }]);
  // A fifth of the answer arrives at once, and the rest when the fault is cleared.
  lab.setFault('provider.chat', { kind: 'hold', bytes: 40_000 });
  const port = await freePort();
  const first = await startApi(port);
  const { page, context, faults } = await reader.open();
  await page.goto(`http://127.0.0.1:${port}/#/agent`);
  await page.getByLabel('Question', { exact: true }).fill('Count the words');
  await page.getByLabel('Question', { exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'Count the words' }).waitFor();
  const second = await context.newPage();
  await second.goto(page.url());
  const shownIn = async (tab: Window['page']) => {
    const text = (
      await tab.getByRole('region', { name: 'Session', exact: true }).locator('.rich-text').allTextContents()
    ).join('');
    const shown = text.replaceAll(/\s+/g, ' ').trim();
    // The answer has no gaps or repeats.
    expect(whole.startsWith(shown)).toBe(true);
    return shown.length;
  };
  const tabs = [page, second];
  const untilBothShow = async (letters: number, what: string) => {
    for (const tab of tabs)
      await until(
        async () => (await shownIn(tab)) > letters,
        what,
        async () => await shownIn(tab),
      );
  };
  await untilBothShow(500, 'the answer to begin');
  await stop(first);
  const before = Math.max(...(await Promise.all(tabs.map(shownIn))));
  expect(before).toBeLessThan(whole.length / 2);
  await startApi(port);
  lab.clearFaults();
  await untilBothShow(before, 'the answer to continue');
  for (const tab of tabs) {
    await tab.getByRole('status').getByText('completed').waitFor();
    await until(async () => (await shownIn(tab)) === whole.length, 'the whole answer');
  }
  expect(without(faults)).toEqual([]);
  await context.close();
});

browserTest('shows the progress of a translation, also after a reload, and then the translation', async () => {
  const { world } = reader;
  const { lab } = world;
  const { bibcode } = await givenFound(world, 'okonkwo2014');
  await world.call('post', '/api/download').send({ bibcode }).expect(200);
  await world.call('post', '/api/parse').send({ bibcode }).expect(200);
  // Lets the waiting requests and two more requests through.
  const goOn = () => lab.setFault('provider.chat', { kind: 'hold', after: 2 });
  goOn();
  const { page, context, faults } = await reader.open({ at: `/papers/${encodeURIComponent(bibcode)}` });
  await page.getByRole('button', { name: 'Translate', exact: true }).click();
  const progress = page.getByRole('progressbar', { name: 'Translating' });
  await progress.waitFor();
  await page.reload();
  const rate = page.getByText(/^\d+ of \d+ · [\d.]+ a minute · about .+ left$/);
  let last: string | null = null;
  await until(async () => {
    const shown = await progress.getAttribute('value');
    // Continue only when the page shows the progress, or the translation would end too early.
    if (shown !== last) goOn();
    last = shown;
    return await rate.isVisible();
  }, 'the rate');
  expect(await page.getByRole('button', { name: 'Translate', exact: true }).count()).toBe(0);
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: WIDTHS.phone, height: 800 });
  expect(await overflowOf(page)).toBe(0);
  expect(await listAccessibilityFaults(page)).toEqual([]);
  lab.clearFaults();
  await progress.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Translation', exact: true, disabled: false }).click();
  await page.locator('.block').first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

browserTest('resumes the progress of a batch after a restart of the API', async () => {
  const port = await freePort();
  const first = await startApi(port);
  const { page, context, faults } = await reader.open();
  for (const route of ['preprintWeb.html', 'preprintWeb.pdf'])
    reader.world.lab.setFault(route, { kind: 'hold', bytes: 2_000, after: 5 });
  await page.goto(`http://127.0.0.1:${port}/#/synchronisation`);
  await page.getByLabel('Action', { exact: true }).selectOption('download');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('progressbar').first().waitFor();
  await stop(first);
  await page.getByText('reconnecting').first().waitFor();
  await startApi(port);
  reader.world.lab.clearFaults();
  const { downloaded, download_failed: failed } = await assetEnd(reader.world);
  await page.getByText(`downloaded ${downloaded} · parsed 0 · failed ${failed}`, { exact: true }).waitFor();
  expect(without(faults)).toEqual([]);
  await context.close();
});
