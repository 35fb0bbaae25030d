import { referenceOfRow } from './read-csv.ts';
import { entryOf, UnreadableFileError, type ReadLibrary } from './reference.ts';
import { TableRow } from './table-rows.ts';
import { children, readXml, type XmlElement } from './xml-tree.ts';

/** Reads the table of papers that ADS exports for the tools of the Virtual Observatory. */
export function readVotable(text: string): ReadLibrary {
  const [table] = elements(readXml(text), 'TABLE');
  if (table === undefined) throw new UnreadableFileError('the VOTable contains no table');
  const names = children(table, 'FIELD').map(({ attributes }) => attributes['name'] ?? attributes['ID'] ?? '');
  return {
    format: 'votable',
    collections: [],
    entries: elements(table, 'TR').map((row, place) => {
      const cells = children(row, 'TD').map((cell) => cell.text.replaceAll(/\s+/g, ' '));
      return entryOf(referenceOfRow(new TableRow(names, cells)), place + 1);
    }),
  };
}

function elements(within: XmlElement, name: string): XmlElement[] {
  return within.children.flatMap((one) => (one.name === name ? [one] : elements(one, name)));
}
