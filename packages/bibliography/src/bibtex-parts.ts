import { readEprint, readDoi, readBibcode, withIdentifiers } from './identifiers.ts';
import type { BibtexFields } from './bibtex-fields.ts';
import { splitOutside } from './bibtex-names.ts';
import { readMarks } from './bibtex-marks.ts';
import { typeOf } from './bibtex-types.ts';
import { dateOf, readDate, readMonth } from './dates.ts';
import { fromTex, fromVerbatim } from './from-tex.ts';
import { withSubtitle } from './subtitles.ts';
import { scriptsAsFormulas, textOfHtml, withoutMarkup } from './plain-text.ts';
import type { AttachedFile, ReferenceParts, ReferenceType } from './reference.ts';

const CONTAINER = ['journal', 'journaltitle', 'booktitle'];
const PUBLISHER = ['publisher', 'school', 'institution', 'organization'];
const PLACE = ['address', 'location'];
const KEYWORDS = ['keywords', 'keyword'];

export function partsOf(entryType: string, key: string, fields: BibtexFields): ReferenceParts {
  const type = refine(typeOf(entryType) ?? 'document', entryType, fields);
  const tags = listOf(fields.text('mendeley-tags'));
  const keywords = listOf(fields.text(...KEYWORDS));
  const known = new Set(tags);
  const parts: ReferenceParts = {
    key,
    type,
    // Some entries have only the title of the containing work, such as `@inbook` in the classic styles.
    title: withSubtitle(
      withoutLinks(marked(fields, 'title') || (fields.peek('title').trim() === '' ? marked(fields, 'booktitle') : '')),
      fromTex(fields.peek('subtitle')),
      fromTex(fields.peek('titleaddon')),
    ),
    authors: fields.names('author'),
    editors: fields.names('editor'),
    container: withSubtitle(
      marked(fields, ...CONTAINER),
      fromTex(fields.peek('journalsubtitle') || fields.peek('booksubtitle')),
    ),
    series: fields.text('series'),
    publisher: marked(fields, ...PUBLISHER),
    place: fields.text(...PLACE),
    date: dateFrom(fields),
    volume: fields.text('volume'),
    ...numbersOf(type, fields),
    pages: pagesOf(fields.text('pages', 'eid', 'article-number')),
    edition: fields.text('edition'),
    genre: genreOf(entryType, fields.text('type')),
    isbn: fields.text('isbn'),
    issn: fields.text('issn'),
    language: fields.text('language', 'langid'),
    abstract: abstractOf(fields.raw('abstract')),
    remark: fields.text('note'),
    keywords: keywords.filter((word) => !known.has(word)),
    tags,
    // JabRef's comments are also personal notes. In a shared library, each person has a field such as `comment-anna`.
    notes: fields.all(/^(?:annot(?:e|ation)\d*|comment(?:-.*)?|review)$/).map(noteOf),
    files: filesOf(fields),
    ...readMarks(fields),
  };
  const identified = withIdentifiers({ ...parts, ...identifiersOf(key, fields) });
  return {
    ...identified,
    extra: {
      ...fields.rest(),
      ...(typeOf(entryType) === undefined ? { 'bibtex:@': entryType } : {}),
      ...sourcesOf(fields),
    },
  };
}

/** The fields of each part that may contain unknown commands. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  'bibtex:title': ['title'],
  'tex:authors': ['author'],
  'tex:editors': ['editor'],
  'tex:container': CONTAINER,
  'tex:series': ['series'],
  'tex:publisher': PUBLISHER,
  'tex:place': PLACE,
  'tex:remark': ['note'],
  'tex:abstract': ['abstract'],
  'tex:keywords': KEYWORDS,
};

/** Returns the fields with unknown commands. The export writes such a field unchanged if its text was not edited. */
function sourcesOf(fields: BibtexFields): Record<string, string> {
  const sources = Object.entries(SOURCES).map(([part, names]) => [part, fields.partlyRead(names)] as const);
  return Object.fromEntries(sources.filter(([, value]) => value !== ''));
}

function refine(type: ReferenceType, entryType: string, fields: BibtexFields): ReferenceType {
  return entryType === 'misc' && fields.peek('eprint') !== '' ? 'article' : type;
}

function identifiersOf(key: string, fields: BibtexFields): ReferenceParts {
  const url = fields.verbatim('url', 'bdsk-url-1') || addressIn(fields.peek('howpublished'));
  const doi = readDoi(fromVerbatim(fields.peek('doi')));
  // An invalid DOI is kept as it was written.
  if (doi !== '') fields.forget('doi');
  const bibcode =
    readBibcode(fields.verbatim('adsurl')) || (/^[12]\d{3}[A-Za-z][\w&.]{13}[A-Z.]$/.test(key) ? key : '');
  for (const name of ['adsnote', 'groups', 'mendeley-groups', 'crossref', 'xdata']) fields.forget(name);
  return {
    url,
    doi,
    preprintId: preprintOf(fields),
    preprintClass: fields.text('primaryclass', 'eprintclass'),
    bibcode,
  };
}

function preprintOf(fields: BibtexFields): string {
  const archive = (fields.peek('archiveprefix') || fields.peek('eprinttype')).trim().toLowerCase();
  // Paperpile and Mendeley have a separate field for the preprint.
  const own = readEprint(fields.verbatim('arxivid'));
  const isOld = OLD_ARCHIVE.test(archive);
  // The identifier of another archive (HAL, ascl) is kept together with the archive's name.
  if (archive !== '' && archive !== 'arxiv' && !isOld) return own;
  const inId = isOld ? archive : fields.peek('primaryclass') || fields.peek('eprintclass');
  const preprintId = readEprint(fromVerbatim(fields.peek('eprint')), inId) || own;
  for (const name of ['archiveprefix', 'eprinttype']) fields.forget(name);
  if (preprintId !== '') fields.forget('eprint');
  return preprintId;
}

/** Archives of the preprint server. Identifiers contained the archive until 2007. */
const OLD_ARCHIVE =
  /^(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|nlin|nucl-(?:ex|th)|physics|quant-ph|math|cs|q-bio)$/;

function addressIn(value: string): string {
  const linked = /\\href\s{0,9}\{([^{}]*)\}/.exec(value)?.[1] ?? value;
  return /https?:\/\/[^\s{}"<>\\]{3,1000}/i.exec(fromVerbatim(linked))?.[0] ?? '';
}

function numbersOf(type: ReferenceType, fields: BibtexFields): ReferenceParts {
  if (type === 'report' || type === 'patent' || type === 'standard')
    return { number: fields.text('number'), issue: '' };
  return { issue: fields.text('number', 'issue'), number: '' };
}

function genreOf(entryType: string, type: string): string {
  if (type !== '') return BIBLATEX_GENRES.get(type.toLowerCase()) ?? type;
  return entryType === 'phdthesis' ? 'PhD thesis' : entryType === 'mastersthesis' ? "Master's thesis" : '';
}

/** biblatex keys for kinds of theses and reports. */
const BIBLATEX_GENRES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    phdthesis: 'PhD thesis',
    mathesis: "Master's thesis",
    mastersthesis: "Master's thesis",
    bathesis: "Bachelor's thesis",
    candthesis: 'Candidate thesis',
    techreport: 'Technical report',
    resreport: 'Research report',
  }),
);

function dateFrom(fields: BibtexFields): string {
  const whole = readDate(fromTex(fields.peek('date')));
  if (whole !== '') {
    for (const name of ['date', 'year', 'month', 'day']) fields.forget(name);
    return whole;
  }
  // Texts such as `in press` are kept unchanged.
  const year = readDate(fromTex(fields.peek('year'))).slice(0, 4);
  if (year === '') return '';
  fields.forget('year');
  const month = fields.text('month');
  const day = fields.text('day') || /(?<!\d)(\d{1,2})(?!\d)/.exec(/[a-z]/i.test(month) ? month : '')?.[1];
  return dateOf(year, readMonth(month), day === undefined ? undefined : Number(day));
}

/** Converts a page range to the form of all other formats, with one hyphen between the first and last page. */
export function pagesOf(text: string): string {
  return text
    .replaceAll(/(?<=^|[–—-])\s*pp?\.?\s+(?=\w*\d)/gi, '')
    .split(/[–—-]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('-');
}

/** Joins the first and last page. Other formats store these pages separately. The last page may be missing. */
export function pageRange(first: string, last: string): string {
  // Some programs write the whole range as the first or last page.
  if (/[-–—]/.test(first) && first.includes(last)) return first;
  if (/[-–—]/.test(last) && last.startsWith(first)) return last;
  return last === '' || last === first ? first : `${first}-${last}`;
}

/** Splits keywords at semicolons. Splits at commas if the text has no semicolons. */
export function listOf(text: string): string[] {
  const parts = text.includes(';') ? text.split(';') : text.split(',');
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

/** Converts a note to text. Papers and Mendeley keep notes as HTML. */
function noteOf(value: string): string {
  const text = paragraphsOf(value);
  return ['</p>', '</div>', '<br'].some((tag) => text.includes(tag)) ? textOfHtml(text) : text;
}

/** Keeps the paragraphs of a note and its TeX line breaks. */
function paragraphsOf(value: string): string {
  const linesOf = (paragraph: string) =>
    paragraph
      .split(/\\\\[ \t]{0,9}\n/)
      .map(fromTex)
      .join('\n')
      .trim();
  return value
    .split(/\n[ \t]*\n/)
    .map(linesOf)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** Mendeley writes HTML tags as TeX: `{\textless}b{\textgreater}`. */
function abstractOf(value: string): string {
  const text = fromTex(value);
  return value.includes(String.raw`{\textless}`) || HTML.test(value) ? withoutMarkup(text) : text;
}

/** Matches HTML entities and tags. TeX would not render entities. Crossref and publishers leave both in BibTeX. */
const HTML = /(?<!\\)&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|<\/(?:i|b|em|strong|span|p|jats:\w{1,20})>/i;

function marked(fields: BibtexFields, ...names: readonly string[]): string {
  const value = fields.raw(...names);
  return scriptsAsFormulas(HTML.test(value) ? withoutMarkup(fromTex(value)) : fromTex(value));
}

/** The catalog leaves links and object names in titles. */
function withoutLinks(title: string): string {
  return title.replaceAll(/<\/?(?:a|astrobj)(?:\s[^<>]*)?>/gi, '').trim();
}

/** Parses JabRef's `description:path:type;…`, Mendeley's `:path:type`, a plain path, and BibDesk's encoded list. */
function filesOf(fields: BibtexFields): AttachedFile[] {
  const given = fields.raw('file', 'pdf', 'local-url');
  const listed = splitOutside(given, (value, place) => (value[place] === ';' && value[place - 1] !== '\\' ? 1 : 0));
  const files = listed.map((one) => fileOf(fromVerbatim(one))).filter(({ path }) => path !== '');
  return [...files, ...fields.all(/^bdsk-file-\d+$/).flatMap(bibdeskFile)];
}

function fileOf(text: string): AttachedFile {
  const parts = text
    // Mendeley writes the backslash before a drive's colon as `$\backslash$`.
    .replaceAll(String.raw`$\backslash$`, '\\')
    .replaceAll(/\\([;\\])/g, '$1')
    .split(/(?<!\\):/)
    .map((part) => part.replaceAll('\\:', ':').trim());
  if (parts.length < 3) return { path: text.replace(/^:/, '').trim(), title: '', type: '' };
  // The colon of a drive is seldom escaped: `:C:/papers/x.pdf:PDF`.
  return { title: parts[0] ?? '', path: parts.slice(1, -1).join(':'), type: parts.at(-1) ?? '' };
}

/** Returns the relative path in BibDesk's binary property list. In such a list, a length precedes each string. */
function bibdeskFile(encoded: string): AttachedFile[] {
  const bytes = Buffer.from(encoded.slice(0, 100_000), 'base64').toString('latin1');
  // A byte 0x5n starts a text of n characters. A byte 0x5f and a number type start a longer text.
  for (const { index } of bytes.matchAll(/[Q-_]/g)) {
    const isLong = bytes[index] === '_';
    const start = index + (isLong ? 3 : 1);
    const length = isLong ? bytes.charCodeAt(index + 2) : bytes.charCodeAt(index) - 0x50;
    const path = bytes.slice(start, start + length);
    if (/^[\x20-\x7e]+\.[a-z]{2,4}$/i.test(path) && path.length === length) return [{ path, title: '', type: '' }];
  }
  return [];
}
