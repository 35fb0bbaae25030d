import { nameText, type Reference } from '@almagest/bibliography';

const FIELDS = {
  title: 'title',
  date: 'date',
  container: 'journal or book',
  volume: 'volume',
  issue: 'issue',
  pages: 'pages',
  edition: 'edition',
  number: 'number',
  publisher: 'publisher',
  doi: 'DOI',
} as const satisfies Partial<Record<keyof Reference, string>>;

/** Names the fields that both entries have, with different values. */
export function replacedFields(entry: Reference, other: Reference): string[] {
  const fields = Object.entries(FIELDS) as [keyof typeof FIELDS, string][];
  const differing = fields.filter(([field]) => isReplaced(entry[field], other[field])).map(([, name]) => name);
  const authorsOf = ({ authors }: Reference) => authors.map(nameText).join('; ');
  return isReplaced(authorsOf(entry), authorsOf(other)) ? [...differing, 'authors'] : differing;
}

function isReplaced(value: string, other: string): boolean {
  return value !== '' && other !== '' && value !== other;
}
