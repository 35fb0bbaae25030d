import { createHash } from 'node:crypto';
import { preprintDate } from '../content/identifiers.ts';
import { withFormulas } from '../content/library.ts';
import { person, preprintName } from '../content/persons.ts';
import { escapeMarkup } from '../server/exchange.ts';
import { journalReference, type PreprintEntry } from './matching.ts';

/** The entries of a feed and the totals of the whole search. */
export interface Results {
  /** The parameters on one line. The title of the feed repeats them. */
  readonly line: string;
  readonly total: number;
  readonly start: number;
  readonly perPage: number;
  readonly entries: readonly { readonly entry: PreprintEntry; readonly version: number }[];
  readonly now: Date;
}

/** The time of day of every submission. */
const AT = 'T17:42:08Z';

/** Writes the Atom feed in its format since 2026. */
export function currentFeed(results: Results): string {
  const { line, total, start, perPage, entries, now } = results;
  const id = createHash('sha1').update(line).digest('base64').replace(/[=+]/g, '').slice(0, 27);
  return `${[
    "<?xml version='1.0' encoding='UTF-8'?>",
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">',
    `  <id>https://arxiv.org/api/${id}</id>`,
    `  <title>arXiv Query: ${escapeMarkup(line)}</title>`,
    `  <updated>${seconds(now)}</updated>`,
    `  <link href="https://arxiv.org/api/query?${escapeMarkup(line)}" type="application/atom+xml"/>`,
    `  <opensearch:itemsPerPage>${perPage}</opensearch:itemsPerPage>`,
    `  <opensearch:totalResults>${total}</opensearch:totalResults>`,
    `  <opensearch:startIndex>${start}</opensearch:startIndex>`,
    ...entries.map(({ entry, version }) => currentEntry(entry, version)),
    '</feed>',
  ].join('\n')}\n`;
}

function currentEntry(entry: PreprintEntry, version: number): string {
  const { preprint, paper, dois } = entry;
  const named = `${preprint.id}v${version}`;
  const doi = journalDoiOf(dois);
  const reference = journalReference(entry);
  const lines = [
    `<id>http://arxiv.org/abs/${named}</id>`,
    `<title>${escapeMarkup(titleOf(entry))}</title>`,
    `<updated>${updatedOf(entry, version)}</updated>`,
    `<link href="https://arxiv.org/abs/${named}" rel="alternate" type="text/html"/>`,
    `<link href="https://arxiv.org/pdf/${named}" rel="related" type="application/pdf" title="pdf"/>`,
    ...(doi === undefined ? [] : [`<link href="https://doi.org/${doi}" rel="related" title="doi"/>`]),
    `<summary>  ${escapeMarkup(summaryOf(entry))}</summary>`,
    ...categoriesOf(entry).map((term) => `<category term="${term}" scheme="http://arxiv.org/schemas/atom"/>`),
    `<published>${preprintDate(preprint)}${AT}</published>`,
    ...(preprint.comment === undefined ? [] : [`<arxiv:comment>${escapeMarkup(preprint.comment)}</arxiv:comment>`]),
    `<arxiv:primary_category term="${preprint.category}"/>`,
    ...(reference === undefined ? [] : [`<arxiv:journal_ref>${escapeMarkup(reference)}</arxiv:journal_ref>`]),
    ...paper.authors.map((key) => {
      const { institute } = person(key);
      const affiliation =
        institute === '' ? '' : `\n      <arxiv:affiliation>${escapeMarkup(institute)}</arxiv:affiliation>`;
      return `<author>\n      <name>${escapeMarkup(preprintName(person(key)))}</name>${affiliation}\n    </author>`;
    }),
    ...(doi === undefined ? [] : [`<arxiv:doi>${doi}</arxiv:doi>`]),
  ];
  return `  <entry>\n    ${lines.join('\n    ')}\n  </entry>`;
}

/**
 * Writes the Atom feed in its format until 2025: with namespaces on every element, another order, and http addresses.
 */
export function legacyFeed(results: Results): string {
  const { line, total, start, perPage, entries, now } = results;
  const id = createHash('sha1').update(line).digest('base64').replace(/[=+/]/g, '').slice(0, 27);
  const count = (name: string, value: number) =>
    `  <opensearch:${name} xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">${value}</opensearch:${name}>`;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <link href="http://arxiv.org/api/query?${encodeURIComponent(line)}" rel="self" type="application/atom+xml"/>`,
    `  <title type="html">ArXiv Query: ${escapeMarkup(line)}</title>`,
    `  <id>http://arxiv.org/api/${id}</id>`,
    `  <updated>${seconds(now).slice(0, 10)}T00:00:00-04:00</updated>`,
    count('totalResults', total),
    count('startIndex', start),
    count('itemsPerPage', perPage),
    ...entries.map(({ entry, version }) => legacyEntry(entry, version)),
    '</feed>',
  ].join('\n')}\n`;
}

function legacyEntry(entry: PreprintEntry, version: number): string {
  const { preprint, paper, dois } = entry;
  const named = `${preprint.id}v${version}`;
  const doi = journalDoiOf(dois);
  const arxiv = (name: string, text: string | undefined) =>
    text === undefined
      ? []
      : [`<arxiv:${name} xmlns:arxiv="http://arxiv.org/schemas/atom">${escapeMarkup(text)}</arxiv:${name}>`];
  const lines = [
    `<id>http://arxiv.org/abs/${named}</id>`,
    `<updated>${updatedOf(entry, version)}</updated>`,
    `<published>${preprintDate(preprint)}${AT}</published>`,
    `<title>${escapeMarkup(wrapped(titleOf(entry), '\n  '))}</title>`,
    `<summary>  ${escapeMarkup(wrapped(summaryOf(entry), '\n'))}\n</summary>`,
    ...paper.authors.map(
      (key) => `<author>\n      <name>${escapeMarkup(preprintName(person(key)))}</name>\n    </author>`,
    ),
    ...arxiv('doi', doi),
    ...(doi === undefined ? [] : [`<link title="doi" href="http://dx.doi.org/${doi}" rel="related"/>`]),
    ...arxiv('comment', preprint.comment),
    ...arxiv('journal_ref', journalReference(entry)),
    `<link href="http://arxiv.org/abs/${named}" rel="alternate" type="text/html"/>`,
    `<link title="pdf" href="http://arxiv.org/pdf/${named}" rel="related" type="application/pdf"/>`,
    `<arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="${preprint.category}" scheme="http://arxiv.org/schemas/atom"/>`,
    ...categoriesOf(entry).map((term) => `<category term="${term}" scheme="http://arxiv.org/schemas/atom"/>`),
  ];
  return `  <entry>\n    ${lines.join('\n    ')}\n  </entry>`;
}

/** Writes the feed of an error: one entry without a publication date. */
export function errorFeed(message: string, now: Date): string {
  const address = `https://arxiv.org/api/errors#${message.replace(/[^\w.-]+/g, '_')}`;
  return `${[
    "<?xml version='1.0' encoding='UTF-8'?>",
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">',
    '  <id>https://arxiv.org/</id>',
    '  <title>arXiv Search Results</title>',
    `  <updated>${seconds(now)}</updated>`,
    '  <opensearch:itemsPerPage>1</opensearch:itemsPerPage>',
    '  <opensearch:totalResults>1</opensearch:totalResults>',
    '  <opensearch:startIndex>0</opensearch:startIndex>',
    '  <entry>',
    `    <id>${address}</id>`,
    '    <title>Error</title>',
    `    <updated>${seconds(now)}</updated>`,
    `    <link href="${address}" rel="alternate" type="text/html"/>`,
    `    <summary>${escapeMarkup(message)}</summary>`,
    '    <author>\n      <name>arXiv api core</name>\n    </author>',
    '  </entry>',
    '</feed>',
  ].join('\n')}\n`;
}

/** Returns the title with its TeX unchanged, as the server does. */
function titleOf({ paper }: PreprintEntry): string {
  return withFormulas(paper.title, (tex) => `$${tex}$`);
}

function summaryOf({ paper }: PreprintEntry): string {
  return paper.abstract ?? '';
}

function categoriesOf({ preprint }: PreprintEntry): string[] {
  return preprint.category === 'astro-ph.IM' ? ['astro-ph.IM', 'astro-ph.SR'] : [preprint.category];
}

function journalDoiOf(dois: readonly string[]): string | undefined {
  return dois.find((doi) => !doi.startsWith('10.48550/'));
}

/** Returns the date of a version. Each version was submitted a month after the previous one. */
export function updatedOf({ preprint }: PreprintEntry, version: number): string {
  const date = new Date(`${preprintDate(preprint)}${AT}`);
  date.setUTCMonth(date.getUTCMonth() + version - 1);
  return seconds(date);
}

function seconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

function wrapped(text: string, lineEnd: string): string {
  return text.replace(/(.{60,78}?) (?=\S)/g, `$1${lineEnd}`);
}
