import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const CHECKOUT = join(import.meta.dirname, '../../../..');

/** Path of a file of the checkout. */
export function pathOf(file: string): string {
  return join(CHECKOUT, file);
}

/** The text of a file of the checkout. */
export function read(file: string): string {
  return readFileSync(pathOf(file), 'utf8');
}

/** Formats a text as Prettier does for this file, because the format check includes generated files. */
export async function formatted(file: string, text: string): Promise<string> {
  const path = pathOf(file);
  return await format(text, { ...(await resolveConfig(path)), filepath: path });
}
