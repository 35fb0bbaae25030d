import { SHOWN_FIELDS } from '@almagest/contracts/grid';
import { formatted } from './checkout.ts';

export const CONSOLE_FIELDS_FILE = 'services/grid-coordinator/console/reported-fields.js';

/** The module from which the console knows the reported fields: a browser cannot load the contracts. */
export async function renderConsoleFields(): Promise<string> {
  const head =
    '// Written by `npm run docs` from packages/contracts/src/grid/reported-fields.ts. Do not change it by hand.\n';
  const type =
    "/** @import { ShownFieldInfo } from '@almagest/contracts/grid' */\n\n/** @type {readonly ShownFieldInfo[]} */\n";
  return await formatted(
    CONSOLE_FIELDS_FILE,
    `${head}${type}export const REPORTED_FIELDS = ${JSON.stringify(SHOWN_FIELDS)};`,
  );
}
