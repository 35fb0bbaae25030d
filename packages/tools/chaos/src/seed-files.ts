import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { sha256Of } from './ledger.ts';

/** Returns `seeds/<temperature>_<gravity>/<name>.<first 16 digits of the content hash>.7`. */
function seedPath(dataDir: string, name: string, sha256: string): string {
  return join(dataDir, 'seeds', name.split('_', 2).join('_'), `${name}.${sha256.slice(0, 16)}.7`);
}

/** Checks that every version of a seed in the database is on disk with the recorded content. */
export async function auditSeedFiles(client: pg.Client, dataDir: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string; size: number }>(
    'select name, sha256, size_bytes::int as size from model',
  );
  const faults: string[] = [];
  for (const { name, sha256, size } of rows) {
    const content = await readFile(seedPath(dataDir, name, sha256)).catch(() => undefined);
    if (content === undefined) faults.push(`the file of seed ${name} is missing`);
    else if (content.length !== size || sha256Of(content) !== sha256)
      faults.push(`the file of seed ${name} has other content`);
  }
  return faults;
}
