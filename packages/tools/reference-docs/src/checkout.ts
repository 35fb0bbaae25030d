import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type OxfmtConfig } from 'oxfmt';

const CHECKOUT = join(import.meta.dirname, '../../../..');

export function pathOf(file: string): string {
  return join(CHECKOUT, file);
}

export function read(file: string): string {
  return readFileSync(pathOf(file), 'utf8');
}

/**
 * Formats a text as the format check does for this file. The check skips `docs/openapi`, which is generated and which a
 * test compares with the code.
 *
 * @throws if the text cannot be formatted
 */
export async function formatted(file: string, text: string): Promise<string> {
  const { ignorePatterns: _ignored, ...settings } = JSON.parse(read('.oxfmtrc.json')) as OxfmtConfig;
  const { code, errors } = await format(file, text, settings);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
