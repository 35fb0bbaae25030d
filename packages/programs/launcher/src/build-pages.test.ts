import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@almagest/test-kit/until';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { whilePagesAreBuilt } from './build-pages.ts';
import type { Stack } from './stack.ts';

let checkout: string;
let stopped: boolean;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'build-pages-'));
  mkdirSync(join(checkout, 'infra/local'), { recursive: true });
  writeScripts('exit 0');
  stopped = false;
});
afterEach(() => rmSync(checkout, { recursive: true }));

const never = new AbortController().signal;
const stack = {
  stop: async () => {
    stopped = true;
  },
} as unknown as Stack;

function writeScripts(content: string): void {
  for (const name of ['build-console', 'build-reader']) writeFileSync(join(checkout, 'infra/local', name), content);
}

test('returns the stack when the applications are built too', async () => {
  writeScripts(`echo "$QUICK_BUILD" >>'${checkout}/built'`);
  expect(await whilePagesAreBuilt(checkout, never, () => Promise.resolve(stack))).toBe(stack);
  expect([readFileSync(join(checkout, 'built'), 'utf8'), stopped]).toEqual(['1\n1\n', false]);
});

test('stops the stack if an application cannot be built', async () => {
  writeScripts('exit 3');
  const running = whilePagesAreBuilt(checkout, never, () => Promise.resolve(stack));
  await expect(running).rejects.toThrow('the web applications could not be built');
  expect(stopped).toBe(true);
});

test('ends the builds with all their programs if the stack does not start', async () => {
  const pids = join(checkout, 'pids');
  writeScripts(`sleep 600 & echo $! >>'${pids}'; wait`);
  const builds = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n') : []);
  const running = whilePagesAreBuilt(checkout, never, async () => {
    await until(() => builds().length === 2);
    throw new Error('no database');
  });
  await expect(running).rejects.toThrow('no database');
  await until(() => builds().every((pid) => !existsSync(`/proc/${pid}/exe`)));
});
