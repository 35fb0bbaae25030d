import { citedAuthors, formatAuthors, formatEditors, type BibliographyStyle } from './format-authors.ts';
import { abbreviated } from './journal-abbreviations.ts';
import { nameText, type Reference } from './reference.ts';
import { texOf } from './to-tex.ts';

/** A part of an entry. Titles of books are in italics. Identifiers are links. */
interface Part {
  readonly text: string;
  readonly kind?: 'italic' | 'link';
}

export type BibliographyForm = 'text' | 'html' | 'bibitem';

/**
 * Writes a formatted bibliography, sorted by authors and years. Entries with the same citation get letters after their
 * years. `bibitem` writes a `thebibliography` environment for natbib.
 */
export function writeBibliography(
  references: readonly Reference[],
  style: BibliographyStyle,
  form: BibliographyForm,
): string {
  const sorted = references
    .map((reference) => ({ reference, label: citedAuthors(reference.authors), key: sortKey(reference) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const sameLabel = Map.groupBy(sorted, ({ reference, label }) => `${label} ${yearOf(reference)}`);
  const letters = new Map(
    [...sameLabel.values()].flatMap((same) =>
      same.map((entry, place) => [entry, same.length > 1 ? letterOf(place) : ''] as const),
    ),
  );
  const entries = sorted.map((entry) => {
    const { reference, label } = entry;
    const year = `${yearOf(reference)}${letters.get(entry) ?? ''}`;
    return { reference, label, year, parts: partsOf(reference, style, year) };
  });
  if (form === 'text') return entries.map(({ parts }) => `${plainText(parts)}\n`).join('');
  if (form === 'html')
    return `<ol class="bibliography">\n${entries.map(({ parts }) => `<li>${asHtml(parts)}</li>\n`).join('')}</ol>\n`;
  const items = entries.map(
    ({ reference, label, year, parts }) =>
      `\\bibitem[${texOf(label)}(${year})]{${(reference.key || 'unnamed').replaceAll(/[\s,={}()"#%'\\~]+/g, '_')}}\n${asTex(parts)}\n`,
  );
  return `\\begin{thebibliography}{${entries.length}}\n\n${items.join('\n')}\n\\end{thebibliography}\n`;
}

function yearOf({ date }: Reference): string {
  return date.slice(0, 4) || 'n.d.';
}

function sortKey({ authors, date, title }: Reference): string {
  const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...authors.map(nameText).map(fold), '', date, fold(title)].join('\u0001');
}

/** Returns a to z, then aa. */
function letterOf(place: number): string {
  const letter = String.fromCodePoint(97 + (place % 26));
  return place < 26 ? letter : `${letterOf(Math.floor(place / 26) - 1)}${letter}`;
}

function partsOf(reference: Reference, style: BibliographyStyle, year: string): Part[] {
  const authors = formatAuthors(reference.authors.length > 0 ? reference.authors : reference.editors, style);
  const head = authors === '' ? year : style === 'mnras' ? `${authors}, ${year}` : `${authors} ${year}`;
  const body = bodyOf(reference, style).filter(({ text }) => text !== '');
  const parts = [{ text: head }, ...body].flatMap((part, place): Part[] =>
    place === 0 ? [part] : [{ text: ', ' }, part],
  );
  // Only the AAS journals print the DOI.
  if (style === 'aas' && reference.doi !== '') parts.push({ text: ', doi: ' }, { text: reference.doi, kind: 'link' });
  return parts;
}

function bodyOf(reference: Reference, style: BibliographyStyle): Part[] {
  const { type, container, pages, preprintId } = reference;
  const [page = ''] = pages.split('-');
  if (type === 'thesis') return [{ text: reference.genre || 'thesis' }, { text: reference.publisher }];
  if (type === 'article' || (container === '' && preprintId !== ''))
    return [{ text: preprintText(preprintId, style) || reference.title }];
  if (type.startsWith('article-'))
    return [{ text: abbreviated(container) || reference.title }, { text: reference.volume }, { text: page }];
  if (IN_BOOKS.has(type)) return inBook(reference, style, page);
  return type === 'book' ? wholeBook(reference) : other(reference);
}

const IN_BOOKS: ReadonlySet<Reference['type']> = new Set(['chapter', 'paper-conference', 'entry-encyclopedia']);

function wholeBook(reference: Reference): Part[] {
  const { title, volume } = reference;
  return [{ text: title, kind: 'italic' }, { text: volume === '' ? '' : `Vol. ${volume}` }, ...publishing(reference)];
}

function other({ title, genre, number, container, publisher, url, doi }: Reference): Part[] {
  return [
    { text: title },
    { text: [genre, number].filter((one) => one !== '').join(' ') },
    { text: container || publisher },
    { text: doi === '' ? url : '', kind: 'link' },
  ];
}

function preprintText(id: string, style: BibliographyStyle): string {
  if (id === '') return '';
  if (style === 'mnras') return `preprint (arXiv:${id})`;
  return style === 'aa' ? `ArXiv e-prints [arXiv:${id}]` : `arXiv e-prints, arXiv:${id}`;
}

function publishing({ place, publisher }: Reference): Part[] {
  const text = [place, publisher].filter((one) => one !== '').join(': ');
  return [{ text: text === '' ? '' : `(${text})` }];
}

function inBook(reference: Reference, style: BibliographyStyle, page: string): Part[] {
  const { container, series, volume, editors } = reference;
  const people = formatEditors(editors, style);
  const whole = { text: container, kind: 'italic' } as const;
  const numbered = [{ text: series }, { text: volume === '' ? '' : `Vol. ${volume}` }];
  if (style === 'mnras')
    return [
      { text: people === '' ? 'in' : `in ${people}, eds` },
      ...numbered,
      whole,
      ...publishing(reference),
      { text: page === '' ? '' : `p. ${page}` },
    ];
  return [
    { text: 'in' },
    ...numbered,
    whole,
    { text: people === '' ? '' : `ed. ${people}` },
    ...publishing(reference),
    { text: page },
  ];
}

/** Removes the comma after `in` and before a bracket. */
function commas(text: string): string {
  return text.replaceAll(/\bin, /g, 'in ').replaceAll(', (', ' (');
}

function plainText(parts: readonly Part[]): string {
  return commas(parts.map(({ text }) => text.replaceAll(/<\/?(?:SUB|SUP)>/gi, '')).join('')).replaceAll(/\s+/g, ' ');
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function asHtml(parts: readonly Part[]): string {
  const text = parts.map(({ text, kind }) => {
    const inner = escaped(text).replaceAll(
      /&lt;(\/?)(sub|sup)&gt;/gi,
      (_, end: string, tag: string) => `<${end}${tag.toLowerCase()}>`,
    );
    if (kind === 'italic') return `<i>${inner}</i>`;
    const address = /^https?:\/\//i.test(text) ? text : `https://doi.org/${encodeURI(text)}`;
    return kind === 'link' ? `<a href="${escaped(address)}">${inner}</a>` : inner;
  });
  return commas(text.join(''));
}

function asTex(parts: readonly Part[]): string {
  const text = parts.map(({ text, kind }) => {
    const lead = /^\s*/.exec(text)?.[0] ?? '';
    const inner = `${lead}${texOf(text.replaceAll(/<\/?(?:SUB|SUP)>/gi, ''))}${/\s$/.test(text) && text.trim() !== '' ? ' ' : ''}`;
    return kind === 'italic' ? `\\emph{${inner.trim()}}` : inner;
  });
  return commas(text.join(''));
}
