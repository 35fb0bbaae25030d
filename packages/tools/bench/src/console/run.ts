import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser/visit.ts';
import { startCoordinator, THIS_CHECKOUT, type Coordinator } from '../grid/coordinator.ts';
import { sampleGrid } from '../grid/sample-grid.ts';
import type { Options } from '../options.ts';
import type { Row } from '../report/row.ts';
import type { Site } from '../site/site.ts';
import { fillGrid } from './fill-grid.ts';
import { measureMapAnswers } from './measure-map-answers.ts';
import { measureMap } from './measure-map.ts';
import { visitConsole } from './visit-console.ts';

/** Measures the console in Debian's Chromium without a graphics card, with grids of several sizes. */
export async function runConsoleBenchmark(site: Site, options: Options, print: (row: Row) => void): Promise<Row[]> {
  const { apiNodeOptions, consolePoints } = options;
  const version = { checkout: THIS_CHECKOUT, database: 'bench_console', apiNodeOptions };
  const coordinator = await startCoordinator(site, version);
  const browser = await launchBrowser(site);
  const rows: Row[] = [];
  for (const points of consolePoints) {
    const grid = sampleGrid(points);
    const workflow = `grid-${grid.points}`;
    await fillGrid(coordinator, workflow, grid.yaml);
    for (const row of [
      ...(await measureViews(browser, coordinator, workflow, grid.points)),
      ...(await measureMap(browser, coordinator, workflow, grid.points)),
      ...(await measureMapAnswers(coordinator, workflow, grid.points)),
    ]) {
      rows.push(row);
      print(row);
    }
  }
  return rows;
}

/** Measures the time from the address to the rows on the screen, with an empty cache. */
async function measureViews(
  browser: Browser,
  coordinator: Coordinator,
  workflow: string,
  points: number,
): Promise<Row[]> {
  const views = [
    { what: 'first view: overview', at: '/', shows: workflow },
    { what: 'first view: list of points', at: `/workflows/${workflow}/points`, shows: /^t20000_/ },
  ];
  const rows: Row[] = [];
  for (const { what, at, shows } of views) {
    const visit = await visitConsole(browser, coordinator);
    await visit.go(at);
    await visit.page.getByRole('link', { name: shows }).first().waitFor();
    const ms = await visit.page.evaluate<number>('performance.now()');
    rows.push({
      what: `${what}, ${points.toLocaleString('en-US')} points`,
      value: ms,
      unit: 'ms',
      detail: await visit.sent(),
    });
    await visit.close();
  }
  return rows;
}
