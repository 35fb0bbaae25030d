// The command line can do everything that the console can, for scripts and for people who have only a terminal.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@almagest/contracts';
import { gridOperations } from '@almagest/contracts/grid';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../../..');

function sourcesOf(folder: string): string {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(ROOT, folder) }).filter((file) => !/\.test\./.test(file));
  expect(files.length).toBeGreaterThan(10);
  return files.map((file) => readFileSync(join(ROOT, folder, file), 'utf8')).join('\n');
}

/** Operations for maps and charts. Instead, the command line lists and exports points and shows the current nodes. */
const DRAWN = ['readMap', 'readMapPlane', 'readFleetHistory'];

/** Returns the operations that the console uses: its calls, its links and its event stream. */
function consoleOperations(): string[] {
  const sources = sourcesOf('services/grid-coordinator/console/src');
  const called = [...sources.matchAll(/\bapi\s*\.(get|post|put|patch|delete)\(\s*'([^']+)'/g)];
  const linked = [...sources.matchAll(/[`'](\/api\/[^`'?]*)/g)].map(([, path = '']) =>
    path.replaceAll(/\$\{[^{}]*\}/g, '{}'),
  );
  const operations: [string, Operation][] = Object.entries(gridOperations);
  const names = called.map(([, method, path]) => {
    const name = operations.find(([, operation]) => operation.method === method && operation.path === path)?.[0];
    if (name === undefined) throw new Error(`the contract has no ${method} ${path}`);
    return name;
  });
  const links = operations.filter(([, { path }]) => linked.includes(path.replaceAll(/\{[^{}]*\}/g, '{}')));
  return [...new Set([...names, ...links.map(([name]) => name)])].toSorted();
}

test('every operation of the console has a command', () => {
  const words = new Set([...sourcesOf('packages/programs/gridctl/src').matchAll(/'(\w+)'/g)].map(([, word]) => word));
  const operations = consoleOperations();
  expect(operations.length).toBeGreaterThan(40);
  const missing = operations.filter((name) => !words.has(name) && !DRAWN.includes(name));
  // Only browsers sign in at a provider. Commands poll the counts while they run, as in `workflows watch`.
  expect(missing).toEqual(['endOidc', 'streamEvents']);
});
