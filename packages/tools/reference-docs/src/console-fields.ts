import { SHOWN_FIELDS } from '@almagest/contracts/grid';
import { formatted } from './checkout.ts';

const HEAD =
  '// Written by `npm run docs` from packages/contracts/src/grid/reported-fields.ts. Do not change it by hand.\n';

/** How the modules name the type of the fields: one is checked JavaScript, one TypeScript. */
const MODULES = [
  {
    file: 'services/grid-coordinator/console/reported-fields.js',
    before:
      "/** @import { ShownFieldInfo } from '@almagest/contracts/grid' */\n\n/** @type {readonly ShownFieldInfo[]} */\n",
    type: '',
  },
  {
    file: 'services/grid-coordinator/console-app/src/views/point/reported-fields.ts',
    before:
      "import type { ShownFieldInfo } from '@almagest/contracts/grid';\n\n/** The fields of an attempt in the order in which they are shown. */\n",
    type: ': readonly ShownFieldInfo[]',
  },
];

export const CONSOLE_FIELDS_FILES = MODULES.map(({ file }) => file);

/** The module from which a console knows the reported fields: it does not load the contracts. */
export async function renderConsoleFields(path: string): Promise<string> {
  const module = MODULES.find(({ file }) => file === path);
  if (module === undefined) throw new Error(`${path} is no module of fields`);
  const { before, type } = module;
  return await formatted(
    path,
    `${HEAD}${before}export const REPORTED_FIELDS${type} = ${JSON.stringify(SHOWN_FIELDS)};`,
  );
}
