export interface FeedEntry {
  /** A UUID that never changes. */
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly summary: string;
  /** A date and time in the form of RFC 3339. */
  readonly published: string;
  readonly address: string;
  /** The address of the paper at the DOI resolver or the preprint server. Empty if the paper has neither identifier. */
  readonly elsewhere: string;
}

export interface Feed {
  /** A UUID or another URI that never changes. */
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly address: string;
  readonly entries: readonly FeedEntry[];
}

/** Feed readers show only the first few authors, and a collaboration may have thousands. */
const MOST_AUTHORS = 20;

/** Writes a feed in the format of RFC 4287. Escapes the text of papers. */
export function atomFeed({ id, title, updated, address, entries }: Feed): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', id),
    element('title', title),
    element('updated', updated),
    `<link rel="self" type="application/atom+xml" href="${escaped(address)}"/>`,
    // Atom requires an author for each entry. The feed's author applies to papers without authors.
    `<author>${element('name', 'Almagest')}</author>`,
    ...entries.flatMap(entryLines),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function entryLines({ id, title, authors, summary, published, address, elsewhere }: FeedEntry): string[] {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    ...authors.slice(0, MOST_AUTHORS).map((name) => `<author>${element('name', name)}</author>`),
    element('published', published),
    element('updated', published),
    `<link rel="alternate" type="text/html" href="${escaped(address)}"/>`,
    ...(elsewhere === '' ? [] : [`<link rel="related" href="${escaped(elsewhere)}"/>`]),
    `<summary type="text">${escaped(summary)}</summary>`,
    '</entry>',
  ];
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

/** Escapes text, and removes control characters. XML 1.0 does not allow control characters, not even as references. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
