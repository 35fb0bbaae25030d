import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const READER = join(import.meta.dirname, '../reader/src');

/** Returns the first class of each selector. */
function classesOf(css: string): string[] {
  const selectors = css
    .replaceAll(/\/\*[^*]*\*\//g, '')
    .split(/[{}]/)
    .flatMap((part) => part.split(','));
  return selectors.flatMap((selector) => /^\s*\.([a-z][\w-]*)/.exec(selector)?.[1] ?? []);
}

test('no two views style the same class, because the style sheet of a closed view stays on the page', () => {
  const sheets = globSync('views/*/**/*.css', { cwd: READER });
  const views = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of classesOf(readFileSync(join(READER, sheet), 'utf8')))
      views.set(name, (views.get(name) ?? new Set()).add(sheet.split('/')[1] ?? ''));
  expect(views.size).toBeGreaterThan(50);
  expect([...views].flatMap(([name, of]) => (of.size > 1 ? [`${name}: ${[...of].join(', ')}`] : []))).toEqual([]);
});
