import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@almagest/durable-files';

export interface PersistentToken {
  readonly value: string;
  /** Where the token is, for messages. */
  readonly place: string;
}

/**
 * Returns this machine's token: the given token, or a token that is created at the first start and stored in the state
 * folder.
 */
export async function loadOrCreateToken(
  stateDir: string,
  { file, variable, given }: { readonly file: string; readonly variable: string; readonly given: string | undefined },
): Promise<PersistentToken> {
  if (given !== undefined) return { value: given, place: `the value of ${variable}` };
  const place = join(stateDir, file);
  if (!existsSync(place)) {
    // Atomic, so that an interrupted start leaves no empty token.
    const token = randomBytes(32).toString('base64url');
    await replaceFile(place, (file) => file.writeFile(`${token}\n`), { mode: 0o600 });
  }
  chmodSync(place, 0o600);
  const value = readFileSync(place, 'utf8').trim();
  if (!value) throw new Error(`${place} is empty: write a token into it, or remove the file to get a new token`);
  return { value, place };
}
