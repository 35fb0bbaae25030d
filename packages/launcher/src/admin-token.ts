import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AdminToken {
  readonly value: string;
  /** Where a person finds it. */
  readonly place: string;
}

/** Where a token that was made here is kept. */
export function adminTokenFile(stateDir: string): string {
  return join(stateDir, 'admin-token');
}

/** The administrator token of this machine: the one given, or one made on the first start and kept. */
export function adminToken(stateDir: string, given: string | undefined): AdminToken {
  if (given) return { value: given, place: 'the value of ADMIN_TOKEN' };
  const file = adminTokenFile(stateDir);
  if (!existsSync(file)) {
    // Written aside: a start that is interrupted here must not leave an empty token behind.
    writeFileSync(`${file}.new`, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  const value = readFileSync(file, 'utf8').trim();
  if (!value) throw new Error(`${file} is empty: write a token into it, or remove it to get a new one`);
  return { value, place: file };
}
