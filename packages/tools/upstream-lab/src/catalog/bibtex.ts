import type { Entry, Library } from '../content/library.ts';
import { type Doctype, JOURNALS } from '../content/paper.ts';
import { person, type Person } from '../content/persons.ts';
import { json, plain, type Reply } from '../server/exchange.ts';

const TYPES: Readonly<Record<Doctype, string>> = {
  article: 'ARTICLE',
  eprint: 'ARTICLE',
  inproceedings: 'INPROCEEDINGS',
  phdthesis: 'PHDTHESIS',
  catalog: 'MISC',
  abstract: 'INPROCEEDINGS',
  software: 'SOFTWARE',
  proposal: 'MISC',
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MAX_CODES = 2000;

/** Answers `POST /export/bibtex`. Drops unknown codes silently, like the real service. */
export function answerExport(body: string, library: Library, withAbstract: boolean): Reply {
  const request = parsed(body);
  if (request === undefined) return json({ error: 'no information received' }, 400);
  const codes = request['bibcode'];
  if (codes === undefined) return json({ error: 'no bibcode found in payload (parameter name is `bibcode`)' }, 400);
  if (!Array.isArray(codes) || codes.length === 0)
    return json({ error: 'at least one bibcode is needed in the list' }, 400);
  const found = new Set(codes.slice(0, MAX_CODES).map((code) => library.byIdentifier(String(code))));
  const entries = [...found].filter((entry) => entry !== undefined);
  if (entries.length === 0) return json({ error: 'no result from solr' }, 404);
  const maxAuthors = typeof request['maxauthor'] === 'number' ? request['maxauthor'] : 0;
  const text = inOrder(entries, request['sort'])
    .map((entry) => bibtex(entry, { maxAuthors, withAbstract }))
    .join('');
  return json({ msg: `Retrieved ${entries.length} abstracts, starting with number 1.`, export: text });
}

/** Answers `GET /export/bibtex/<bibcode>` with the entry alone, without an envelope. */
export function answerOneExport(code: string, library: Library): Reply {
  const entry = library.byIdentifier(code);
  if (entry === undefined) return json({ error: 'no result from solr' }, 404);
  return plain(bibtex(entry, { maxAuthors: 0, withAbstract: false }));
}

function parsed(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function inOrder(entries: readonly Entry[], sort: unknown): readonly Entry[] {
  if (typeof sort === 'string' && sort.startsWith('first_author')) {
    const first = ({ paper }: Entry) => (paper.authors[0] === undefined ? '' : person(paper.authors[0]).lastName);
    return [...entries].sort((a, b) => first(a).localeCompare(first(b), 'en'));
  }
  const date = ({ paper }: Entry) => paper.year * 12 + paper.month;
  return [...entries].sort((a, b) => date(b) - date(a) || (a.bibcode < b.bibcode ? 1 : -1));
}

interface Style {
  /** A longer list of authors is shortened to "and others". 0 keeps all authors. */
  readonly maxAuthors: number;
  readonly withAbstract: boolean;
}

/** Writes one entry. Names are right-aligned before the equals signs, as in the catalog's export. */
function bibtex(entry: Entry, style: Style): string {
  const { paper, bibcode } = entry;
  const fields = fieldsOf(entry, style).map(([name, value]) => `${name.padStart(13)} = ${value}`);
  return `@${TYPES[paper.doctype]}{${bibcode},\n${fields.join(',\n')}\n}\n\n`;
}

function fieldsOf(entry: Entry, style: Style): [string, string][] {
  const { paper, bibcode } = entry;
  const { published, preprint } = paper;
  const doi = entry.dois[0];
  const optional = (name: string, value: string | undefined): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, value.startsWith('"') ? value : `{${value}}`]];
  return [
    ['author', `{${authorsOf(entry, style.maxAuthors)}}`],
    ['title', `"{${escapeTex(paper.title)}}"`],
    ...optional('journal', journalOf(entry)),
    ...optional('keywords', paper.keywords.join(', ')),
    ['year', String(paper.year)],
    ['month', MONTHS[paper.month - 1] ?? 'jan'],
    ...optional('volume', published?.volume),
    ...optional('number', published?.issue),
    ...optional(
      /^[A-Z]/.test(published?.page ?? '') ? 'eid' : 'pages',
      published?.page ?? (preprint && `arXiv:${preprint.id}`),
    ),
    ...optional('doi', doi),
    ...(preprint === undefined
      ? []
      : ([
          ['archivePrefix', '{arXiv}'],
          ['eprint', `{${preprint.id}}`],
          ['primaryClass', `{${preprint.category}}`],
        ] as [string, string][])),
    ...optional(
      'abstract',
      style.withAbstract && paper.abstract !== undefined ? `"{${escapeTex(paper.abstract)}}"` : undefined,
    ),
    ['adsurl', `{https://ui.adsabs.harvard.edu/abs/${bibcode.replaceAll('&', '%26')}}`],
    ['adsnote', '{Provided by the SAO/NASA Astrophysics Data System}'],
  ];
}

function journalOf({ paper }: Entry): string | undefined {
  if (paper.published === undefined) return 'arXiv e-prints';
  if (TYPES[paper.doctype] !== 'ARTICLE') return undefined;
  const { macro, name } = JOURNALS[paper.published.stem];
  return macro || name;
}

function authorsOf({ paper }: Entry, maxAuthors: number): string {
  const people = paper.authors.map((key) => person(key));
  const shown = maxAuthors > 0 && people.length > maxAuthors ? people.slice(0, maxAuthors) : people;
  return [...shown.map(bibtexName), ...(shown.length < people.length ? ['others'] : [])].join(' and ');
}

function bibtexName({ lastName, firstNames }: Person): string {
  const first = firstNames.replace(/\.\s/g, '.~');
  return first === '' ? `{${escapeTex(lastName)}}` : `{${escapeTex(lastName)}}, ${escapeTex(first)}`;
}

/** Escapes letters as the export does. Formulas stay unchanged. */
function escapeTex(text: string): string {
  return text
    .split(/(\$[^$]+\$)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeWords(part)))
    .join('');
}

function escapeWords(text: string): string {
  return text
    .replaceAll('&amp;', '&')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[&%_#]/g, '\\$&')
    .normalize('NFD')
    .replace(/(\p{L})(\p{M})/gu, (_, letter: string, mark: string) => accented(letter, ACCENTS[mark] ?? "'"))
    .replace(/[ØøÆıł]/g, (letter) => LETTERS[letter] ?? letter);
}

function accented(letter: string, command: string): string {
  return /[a-z]/.test(command) ? `{\\${command}{${letter}}}` : `{\\${command}${letter}}`;
}

const LETTERS: Readonly<Record<string, string>> = { Ø: '{\\O}', ø: '{\\o}', Æ: '{\\AE}', ı: '{\\i}', ł: '{\\l}' };

const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': '`',
  '\u0301': "'",
  '\u0302': '^',
  '\u0303': '~',
  '\u0308': '"',
  '\u0306': 'u',
  '\u0327': 'c',
  '\u0328': 'k',
  '\u0307': '.',
};
