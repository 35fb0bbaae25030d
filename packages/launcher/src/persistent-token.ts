import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PersistentToken {
  readonly value: string;
  /** Where a person finds it. */
  readonly place: string;
}

/** A token of this machine: the one given, or one made on the first start and kept in the state folder. */
export function loadOrCreateToken(
  stateDir: string,
  { file, variable, given }: { readonly file: string; readonly variable: string; readonly given: string | undefined },
): PersistentToken {
  if (given !== undefined) return { value: given, place: `the value of ${variable}` };
  const place = join(stateDir, file);
  if (!existsSync(place)) {
    // Written aside: a start that is interrupted here must not leave an empty token behind.
    writeFileSync(`${place}.new`, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    renameSync(`${place}.new`, place);
  }
  chmodSync(place, 0o600);
  const value = readFileSync(place, 'utf8').trim();
  if (!value) throw new Error(`${place} is empty: write a token into it, or remove it to get a new one`);
  return { value, place };
}
