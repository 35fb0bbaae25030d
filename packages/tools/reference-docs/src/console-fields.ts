import { SHOWN_FIELDS } from '@almagest/contracts/grid';
import { formatted } from './checkout.ts';

export const CONSOLE_FIELDS_FILE = 'services/grid-coordinator/console/src/views/point/reported-fields.ts';

const HEAD = `// Written by \`npm run docs\` from packages/contracts/src/grid/reported-fields.ts. Do not change it by hand.
import type { ShownFieldInfo } from '@almagest/contracts/grid';

/** The fields of an attempt in the order in which they are shown. */
`;

/** The module from which the console knows the reported fields: it does not load the contracts. */
export async function renderConsoleFields(): Promise<string> {
  const fields = JSON.stringify(SHOWN_FIELDS);
  return await formatted(
    CONSOLE_FIELDS_FILE,
    `${HEAD}export const REPORTED_FIELDS: readonly ShownFieldInfo[] = ${fields};`,
  );
}
