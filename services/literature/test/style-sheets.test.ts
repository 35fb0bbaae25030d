import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const READER = join(import.meta.dirname, '../reader/src');

/** The classes with which the selectors of a style sheet begin. */
function classesOf(css: string): string[] {
  const selectors = css
    .replaceAll(/\/\*[^*]*\*\//g, '')
    .split(/[{}]/)
    .flatMap((part) => part.split(','));
  return selectors.flatMap((selector) => /^\s*\.([a-z][\w-]*)/.exec(selector)?.[1] ?? []);
}

test('no class is styled by two views, because the sheet of a view that was left stays in the page', () => {
  const sheets = globSync('views/*/**/*.css', { cwd: READER });
  const views = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of classesOf(readFileSync(join(READER, sheet), 'utf8')))
      views.set(name, (views.get(name) ?? new Set()).add(sheet.split('/')[1] ?? ''));
  expect(views.size).toBeGreaterThan(50);
  expect([...views].flatMap(([name, of]) => (of.size > 1 ? [`${name}: ${[...of].join(', ')}`] : []))).toEqual([]);
});
