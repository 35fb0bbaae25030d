import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const CHECKOUT = join(import.meta.dirname, '../../..');

/** Where a file of the checkout is. */
export function pathOf(file: string): string {
  return join(CHECKOUT, file);
}

/** The text of a file of the checkout. */
export function read(file: string): string {
  return readFileSync(pathOf(file), 'utf8');
}

/** A text as it stands in the file: the format check looks at generated files too. */
export async function formatted(file: string, text: string): Promise<string> {
  const path = pathOf(file);
  return await format(text, { ...(await resolveConfig(path)), filepath: path });
}
