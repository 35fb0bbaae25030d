import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';

const TABLES = new URL('../../../../docs/clicks.md', import.meta.url);

/**
 * Counts a press of a mouse button, a key with its modifiers, and a drop as one each. Typed text does not count,
 * because it is the same in every program.
 */
const COUNT = `if (window.inputs === undefined) {
  window.inputs = 0;
  const isText = ({ key, ctrlKey, metaKey, target }) =>
    key.length === 1 && !ctrlKey && !metaKey && target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
  const isModifier = ({ key }) => ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
  const add = () => { window.inputs += 1; };
  addEventListener('pointerdown', add, true);
  addEventListener('drop', add, true);
  addEventListener('keydown', (event) => { if (!isText(event) && !isModifier(event)) add(); }, true);
}`;

interface Job {
  readonly ours: number;
  readonly other: number;
}

/** The jobs of one table of `docs/clicks.md`, which tests perform and count. */
export class CountedJobs {
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #done = new Set<string>();

  /** @param heading of the table */
  constructor(heading: string) {
    const [, after = ''] = readFileSync(TABLES, 'utf8').split(`## ${heading}\n`);
    const [table = ''] = after.split('\n## ');
    const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    this.#jobs = new Map(
      rows.flatMap(([, name = '', ours = '', elsewhere = '']) => {
        const other = elsewhere.split(' ').at(-1) ?? '';
        return /^\d+$/.test(ours) ? [[name, { ours: Number(ours), other: Number(other) }] as const] : [];
      }),
    );
    if (this.#jobs.size === 0) throw new Error(`docs/clicks.md has no table of jobs under ${heading}`);
  }

  /** Performs a job and compares its clicks and keys with the table. The job must not load the page again. */
  async perform(page: Page, name: string, job: () => Promise<void>): Promise<void> {
    await page.evaluate(COUNT);
    const before = await page.evaluate<number>('window.inputs');
    await job();
    const inputs = (await page.evaluate<number>('window.inputs')) - before;
    expect({ name, inputs }).toEqual({ name, inputs: this.#jobs.get(name)?.ours });
    this.#done.add(name);
  }

  /** Chooses from a native list. The browser shows the options outside the page, so this method counts the choice. */
  async choose(list: Locator, option: string): Promise<void> {
    await list.click();
    await list.selectOption(option);
    await list.page().evaluate('window.inputs += 1');
  }

  /**
   * Expects that all jobs of the table were performed. No job may take more clicks and keys than elsewhere, and at
   * least half of the jobs must take fewer.
   */
  expectNoneWorse(): void {
    expect([...this.#done].toSorted()).toEqual([...this.#jobs.keys()].toSorted());
    const jobs = [...this.#jobs.values()];
    expect(jobs.filter(({ ours, other }) => ours > other)).toEqual([]);
    expect(jobs.filter(({ ours, other }) => ours < other).length).toBeGreaterThanOrEqual(jobs.length / 2);
  }
}
