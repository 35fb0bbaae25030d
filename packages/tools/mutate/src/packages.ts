import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';

export const CHECKOUT = join(import.meta.dirname, '../../../..');

export interface Package {
  /** The path relative to the root of the checkout. */
  readonly folder: string;
  readonly testFiles: readonly string[];
}

export function packageOf(source: string, includesFaults: boolean): Package {
  let folder = dirname(source);
  while (!existsSync(join(CHECKOUT, folder, 'package.json'))) folder = dirname(folder);
  const testFiles = globSync(`${folder}/{src,test}/**/*.test.ts`, { cwd: CHECKOUT })
    .filter((file) => !/node_modules|-browser\.test|console\.test/.test(file))
    .filter((file) => includesFaults || !file.includes('/faults/'));
  return { folder, testFiles: testFiles.toSorted() };
}

export interface Started {
  /** Drops the databases that killed test files have left. */
  clean(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the shared resources of a package's tests: a PostgreSQL server if the package has a global set-up. */
export async function startShared({ folder }: Package): Promise<Started> {
  const setup = join(CHECKOUT, folder, 'test/global-setup.ts');
  if (!existsSync(setup)) return { clean: async () => undefined, stop: async () => undefined };
  await ((await import(setup)) as { default: () => Promise<void> }).default();
  const adminUrl = Object.entries(process.env).find(([name]) => name.endsWith('_TEST_ADMIN_URL'))?.[1] ?? '';
  return {
    clean: async () => await dropDatabases(adminUrl),
    stop: async () => {
      const teardown = join(CHECKOUT, folder, 'test/global-teardown.ts');
      await ((await import(teardown)) as { default: () => Promise<void> }).default();
    },
  };
}

async function dropDatabases(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      String.raw`select datname from pg_database where datname ~ '^t_'`,
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
