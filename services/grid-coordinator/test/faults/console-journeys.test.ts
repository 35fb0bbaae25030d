// Complete user journeys while two real agents compute with the sample engine.
import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { browserTest, startBrowser, type TestBrowser } from '@almagest/test-kit/browser';
import { freePort } from '@almagest/test-kit/free-port';
import { until } from '@almagest/test-kit/until';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ADMIN_TOKEN } from '../world.ts';
import { asAdmin, statusOf } from './calls.ts';
import { SAMPLE_ENGINE } from './sample-engine.ts';
import { openSite, type ApiProcess, type Site } from './site.ts';

let browser: TestBrowser | undefined;
let site: Site;
let api: ApiProcess;
let port: string;

const startApi = async () => (api = await site.startApi([], { PORT: port }));

beforeAll(async () => {
  browser = await startBrowser();
  if (browser === undefined) return;
  site = await openSite();
  port = String(await freePort());
  await Promise.all([startApi(), site.startWorker()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Starts an agent that applies for access. */
function startAgent(nodeId: string): void {
  const workDir = join(site.root, nodeId);
  mkdirSync(workDir);
  site.startAgent({ url: api.url, nodeId, workDir, engine: SAMPLE_ENGINE, slots: 1 });
}

async function openPage(at: string) {
  if (browser === undefined) throw new Error('there is no browser');
  const window = await browser.open({ acceptDownloads: true });
  const reply = await window.context.request.post(`${api.url}/login`, {
    data: { username: 'admin', password: ADMIN_TOKEN },
  });
  expect(reply.status()).toBe(200);
  await window.page.goto(`${api.url}/#${at}`);
  return window;
}

/** Keeps errors of the page itself and drops errors about an unreachable server. */
const ownFaults = (faults: readonly string[]) =>
  faults.filter((fault) => !/net::ERR_|the server responded/.test(fault));

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Configuration in YAML' });

/** Replaces part of the text in the editor, like a user who searches for it. */
async function change(page: Page, before: string, after: string): Promise<void> {
  const text = (await editorOf(page).innerText()).replaceAll('\u200b', '');
  expect(text).toContain(before);
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text.replace(before, after));
}

browserTest('a new user creates, starts and watches a grid, examines and retries a failure, and exports', async () => {
  startAgent('node-a');
  startAgent('node-b');
  if (browser === undefined) throw new Error('there is no browser');
  const { page, faults } = await browser.open({ acceptDownloads: true });
  await page.goto(api.url);
  await page.getByLabel('Password').fill(ADMIN_TOKEN);
  await page.keyboard.press('Enter');

  await page.getByText('2 nodes are waiting for approval.').waitFor();
  await page.getByRole('link', { name: 'View nodes' }).click();
  await page.getByRole('button', { name: 'Approve node-a', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve node-a' }).click();
  await page.getByText('node-a approved.').waitFor();
  await page.getByRole('button', { name: 'Approve node-b', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve node-b' }).press('Enter');
  await page.getByText('node-b approved.').waitFor();

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Create workflow' }).click();
  await page.getByLabel('Name', { exact: true }).fill('first');
  // These values are close to the Eddington limit. The console warns about them before any computation.
  await change(page, 'teff: [30000, 35000, 40000]', 'teff: [30000, 50000]');
  await change(page, 'logg: [5.5, 6.0]', 'logg: [3.5, 6.0]');
  await page.getByText('No problems found.').waitFor();
  await page.getByRole('button', { name: /1 of 4 points above Gamma_e/ }).waitFor();
  await page.getByRole('button', { name: 'Save and start' }).click();
  await page.waitForURL(/#\/workflows\/first$/);

  await page.getByText('completed', { exact: true }).waitFor();
  await page.getByRole('img', { name: '3 converged, 1 failed' }).first().waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'Most frequent failures: first' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: /radiative acceleration exceeds gravity/ }).click();
  await page.getByText('1 point matches').waitFor();
  await page.getByRole('link', { name: /^t50000_g3\.5/ }).click();
  await page
    .getByText(/radiative acceleration exceeds gravity/)
    .first()
    .waitFor();
  await page.getByText('Engine log').first().waitFor();
  await page.getByRole('button', { name: 'Try again…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/will be tried again$/).waitFor();

  await page.getByRole('link', { name: 'Progress' }).click();
  await until(async () => (await statusOf(site, 'first')) === 'completed', 'the second try to end');
  await page.getByText('completed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download archive' }).press('Enter');
  const archive = await download;
  expect(archive.suggestedFilename()).toMatch(/^first.*\.tar$/);
  expect((await stat(await archive.path())).size).toBeGreaterThan(10_000);
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

browserTest('typed text survives a reload, leaving the page, and the loss of the coordinator', async () => {
  const { page, faults } = await openPage('/new');
  await page.getByLabel('Name', { exact: true }).fill('kept');
  await page.getByLabel('Description').fill('typed with care');
  await page.getByText('No problems found.').waitFor();
  await change(page, 'teff: [30000, 35000, 40000]', 'teff: [31000, 32000]');
  const isThere = async (teff: string) => {
    await editorOf(page).getByText(teff).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('kept');
    expect(await page.getByLabel('Description').inputValue()).toBe('typed with care');
  };
  await page.reload();
  await isThere('31000, 32000');
  await page.getByRole('link', { name: 'Nodes', exact: true }).click();
  await page.getByRole('heading', { name: 'Nodes', exact: true }).first().waitFor();
  await page.goBack();
  await isThere('31000, 32000');

  await api.kill();
  await page.getByText('reconnecting…', { exact: true }).waitFor();
  await change(page, '31000, 32000', '31000, 33000');
  await isThere('31000, 33000');
  await startApi();
  await page.getByText('live', { exact: true }).waitFor();
  await page.getByText('No problems found.').waitFor();
  await isThere('31000, 33000');
  await page.reload();
  await isThere('31000, 33000');
  // A key pressed while the button is disabled has no effect.
  await page.getByText('No problems found.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.waitForURL(/#\/workflows\/kept$/);
  const { data } = await asAdmin<{ data: { config_yaml: string; description: string } }>(site, '/api/workflows/kept');
  expect(data).toMatchObject({ description: 'typed with care' });
  expect(data.config_yaml).toContain('teff: [31000, 33000]');
  expect(ownFaults(faults)).toEqual([]);
});

const stepsFrom = (first: number, step: number, length: number) =>
  Array.from({ length }, (_, index) => Number((first + index * step).toFixed(2)));

/** 200,000 points. */
const LARGE_GRID = `grid:
  teff: [${stepsFrom(25_000, 500, 20).join(', ')}]
  logg: [${stepsFrom(5.5, 0.1, 10).join(', ')}]
  loghe: [${stepsFrom(-2, 0.2, 10).join(', ')}]
  logc: [${stepsFrom(-5, 0.2, 10).join(', ')}]
  logn: [${stepsFrom(-5, 0.2, 10).join(', ')}]
  logo: [-3.5]
chain:
  - {label: lte, lte: yes, niter: 30}
`;

/** Returns how many of the 200,000 points are selected on the map. */
async function selectedOf(page: Page): Promise<number> {
  const text = await page.getByText(/^[\d,]+ points? of 200,000$/).innerText();
  return Number.parseInt(text.replaceAll(',', ''), 10);
}

browserTest('200,000 points stay usable while two nodes compute and the API is killed and restarted', async () => {
  await asAdmin(site, '/api/workflows', { name: 'large', description: null, config_yaml: LARGE_GRID });
  await asAdmin(site, '/api/workflows/large/start', {});
  await until(async () => (await statusOf(site, 'large')) === 'running', 'the points to be created');
  const { page, faults } = await openPage('/workflows/large/points');
  await page.getByText('200,000 points', { exact: true }).waitFor();

  // A hovered row stays in place while the nodes report.
  const row = page.getByRole('table', { name: 'large: points' }).getByRole('row').nth(1);
  const link = row.getByRole('link');
  await link.hover();
  const [before, place] = [await link.innerText(), await link.boundingBox()];
  await page.getByText('The points have changed.').waitFor();
  expect([await link.innerText(), await link.boundingBox()]).toEqual([before, place]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('converged');
  await page.getByText(/points? match(?:es)?$/).waitFor();
  await page.getByLabel('Status', { exact: true }).press('Home');
  await page.getByText('200,000 points', { exact: true }).waitFor();

  // Uses the map by keyboard and mouse.
  await page.getByRole('link', { name: 'Map', exact: true }).press('Enter');
  await page.getByText('200,000 points of 200,000', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Teff (K) to' }).selectOption('29500');
  await page.getByText('100,000 points of 200,000', { exact: true }).waitFor();
  await page.goBack();
  await page.getByText('200,000 points of 200,000', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Only converged, cold run' }).click();
  const converged = await until(async () => {
    const selected = await selectedOf(page);
    return selected > 0 && selected < 200_000 ? selected : undefined;
  }, 'converged points');

  await api.kill();
  await page.getByText('reconnecting…', { exact: true }).waitFor();
  expect(await selectedOf(page)).toBeGreaterThanOrEqual(converged);
  await startApi();
  await page.getByText('live', { exact: true }).waitFor();
  const restarted = await selectedOf(page);
  await until(async () => (await selectedOf(page)) > restarted, 'the map to follow the nodes again');
  await page.reload();
  expect(await until(async () => await selectedOf(page), 'the map after a reload')).toBeGreaterThan(restarted);
  await page.goto('about:blank');
  expect(ownFaults(faults)).toEqual([]);
});
