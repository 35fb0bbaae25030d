import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { pathOf, read } from '../src/checkout.ts';
import { CONSOLE_FIELDS_FILE, renderConsoleFields } from '../src/console-fields.ts';

test('every file and folder named in CONTRIBUTING exists', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/`((?:docs|infra|packages|services)\/[\w./-]+)`/g)];
  const paths = [...new Set(named.map(([, path = '']) => path))];
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(pathOf(path)))).toEqual([]);
});

test('the console knows the reported fields of the contract', async () => {
  expect(read(CONSOLE_FIELDS_FILE)).toBe(await renderConsoleFields());
});
