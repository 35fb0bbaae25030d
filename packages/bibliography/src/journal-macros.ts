import { JOURNALS } from './tex-commands.ts';

/** Returns a journal's name in a form that is the same for all sources. */
function comparable(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '');
}

/** If several macros stand for one name, the export writes the first macro. */
const MACROS = new Map(
  Object.entries(JOURNALS)
    .toReversed()
    .map(([macro, name]) => [comparable(name), macro]),
);

export function macroOf(journal: string): string | undefined {
  return MACROS.get(comparable(journal));
}

/** Defines the strings of the journals as macros. AASTeX and the styles of other journals define these macros. */
export const JOURNAL_STRINGS = [...MACROS.values()]
  .toSorted()
  .map((macro) => `@string{${macro} = {\\${macro}}}\n`)
  .join('');
