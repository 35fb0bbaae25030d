import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from './load-broken.ts';
import { CHECKOUT, type Package } from './packages.ts';
import { TestProcess, type Outcome } from './test-process.ts';

const LONGEST_FILE_MS = 15 * 60_000;
const CACHE = join(CHECKOUT, 'node_modules/.cache/mutate');

type Passed = Outcome & { readonly kind: 'passed' };

/** The tests of each file, with the guards that each has reached. */
export type Reached = ReadonlyMap<string, Passed>;

/**
 * Runs every test file once and records which guards are reached. Skips a file that ran before with the same content.
 */
export async function findReached(tested: Package, plan: Plan): Promise<Reached> {
  const found = new Map<string, Passed>();
  const tests = new TestProcess(tested, plan);
  try {
    for (const file of tested.testFiles) {
      const content = [JSON.stringify(plan), file, readFileSync(join(CHECKOUT, file), 'utf8')];
      const passed = await cached(content, async () => {
        const outcome = await tests.run(file, { limitMs: LONGEST_FILE_MS });
        if (outcome.kind === 'passed') return outcome;
        process.stderr.write(`left out, because it fails without a broken guard: ${file}, ${outcome.test}\n`);
        return undefined;
      });
      if (passed !== undefined) found.set(file, passed);
    }
  } finally {
    await tests.close();
  }
  return found;
}

async function cached<T>(content: readonly string[], compute: () => Promise<T | undefined>): Promise<T | undefined> {
  const file = join(CACHE, `${createHash('sha256').update(content.join('\0')).digest('hex').slice(0, 24)}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    const value = await compute();
    if (value === undefined) return undefined;
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(file, JSON.stringify(value));
    return value;
  }
}
