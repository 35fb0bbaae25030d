import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { pageCpuSec } from '../browser/visit.ts';
import type { Coordinator } from '../grid/coordinator.ts';
import type { Row } from '../report/row.ts';
import { visitConsole } from './visit-console.ts';

/** Number of brush movements. The report gives their median. */
const MOVES = 10;
const KIB = 1_024;
const SECOND_MS = 1_000;
const POLL_MS = 5;
const LIMIT_MS = 180_000;

/** The console marks each drawing of its map with this name. */
const DRAWN = 'map-drawn';

/** Returns how long a brush movement may take for a grid of this size, in ms. */
function redrawGoal(points: number): number {
  return points <= 1_000_000 ? 100 : 400;
}

/**
 * Measures the time from the address to the first drawing of the map, the redrawing while a brush moves, and the
 * browser's memory. Processor times depend less on the load of the machine.
 */
export async function measureMap(
  browser: Browser,
  coordinator: Coordinator,
  workflow: string,
  points: number,
): Promise<Row[]> {
  const visit = await visitConsole(browser, coordinator);
  const begun = await pageCpuSec(browser);
  await visit.go(`/workflows/${workflow}/map`);
  await untilTrue(visit.page, `performance.getEntriesByName('${DRAWN}').length > 0`);
  const loaded = await visit.page.evaluate<number>(`performance.getEntriesByName('${DRAWN}')[0].startTime`);
  const sent = await visit.sent();
  const drawn = await pageCpuSec(browser);
  const moves = await brush(visit.page);
  const moved = await pageCpuSec(browser);
  const sorted = moves.toSorted((a, b) => a - b);
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const cpuMs = ((moved - drawn) * SECOND_MS) / moves.length;
  const memory = await rendererMib(browser);
  await visit.close();
  const of = (what: string) => `${what}, ${points.toLocaleString('en-US')} points`;
  return [
    {
      what: of('map, to its first drawing'),
      value: loaded,
      unit: 'ms',
      detail: `${sent}; processor time ${(drawn - begun).toFixed(1)} s`,
    },
    {
      what: of('map, redrawn when a brush moves'),
      value: median,
      unit: 'ms',
      detail: `median of ${moves.length}; longest ${longest.toFixed(0)} ms; processor time ${cpuMs.toFixed(0)} ms each`,
      goal: { atMost: redrawGoal(points) },
    },
    {
      what: of('memory of the page'),
      value: memory,
      unit: 'MiB',
      detail: 'resident memory of the largest page process',
    },
  ];
}

/**
 * Draws a range on the histogram of the first axis. Returns for each movement how long the map took to redraw, in ms.
 */
async function brush(page: Page): Promise<number[]> {
  const box = await page.locator('.map-brush').first().boundingBox();
  if (box === null) throw new Error('the map has no histogram to brush');
  await page.evaluate(`addEventListener('pointermove', () => { window.movedAt = performance.now(); }, true)`);
  const ranks = await page.getByRole('combobox', { name: 'Teff (K) to' }).getByRole('option').count();
  if (ranks < 2) throw new Error('the first axis has only one value, so there is nothing to brush');
  const moveTo = async (rank: number) =>
    await page.mouse.move(box.x + (box.width * (rank + 0.5)) / ranks, box.y + box.height / 2);
  await moveTo(0);
  await page.mouse.down();
  const taken: number[] = [];
  for (let move = 1; move <= MOVES; move += 1) {
    // Moves there and back, so that each movement changes the range.
    const turn = move % (2 * (ranks - 1));
    await moveTo(Math.min(turn, 2 * (ranks - 1) - turn));
    await untilTrue(page, `performance.getEntriesByName('${DRAWN}').at(-1).startTime > window.movedAt`);
    taken.push(
      await page.evaluate<number>(`performance.getEntriesByName('${DRAWN}').at(-1).startTime - window.movedAt`),
    );
  }
  await page.mouse.up();
  return taken;
}

/**
 * Waits until a condition is true in the page. Polls from outside, because the console's policy forbids evaluation in
 * the page.
 */
async function untilTrue(page: Page, condition: string): Promise<void> {
  const begun = performance.now();
  while (!(await page.evaluate<boolean>(condition))) {
    if (performance.now() - begun > LIMIT_MS) throw new Error(`not within ${LIMIT_MS / 1_000} s: ${condition}`);
    await sleep(POLL_MS);
  }
}

/** Returns the resident memory of the largest process that shows a page, in MiB. */
async function rendererMib(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  return Math.max(0, ...sizes) / KIB;
}
