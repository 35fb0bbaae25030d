import { isOperatorName } from '@almagest/pdf-markdown/tex/function-names';

/** The text of a paper from a source other than its PDF. Formulas are replaced by the character U+E000. */
export interface ReferenceText {
  readonly title: string;
  readonly headings: readonly { readonly text: string }[];
  readonly paras: readonly { readonly text: string }[];
  readonly captions: readonly string[];
  readonly tables?: readonly { readonly rows: readonly (readonly string[])[] }[];
  readonly refs: readonly string[];
  /** The TeX of displayed formulas, or of the cells of aligned formulas. */
  readonly equations?: readonly string[];
  /** The numbers of displayed formulas, without parentheses. */
  readonly equationNumbers?: readonly string[];
  /** Running heads and feet. */
  readonly furniture?: readonly string[];
}

/**
 * How much of a paper its Markdown has preserved. Shares are from 0 to 1. A share is undefined if the paper has no such
 * parts.
 */
export interface Comparison {
  /** Share of the words of the title, headings, paragraphs and captions that are in the Markdown. */
  readonly wordsKept: number;
  /** Share of the runs of five words in paragraphs that are uninterrupted in the Markdown. */
  readonly runsKept: number;
  /** Share of the paragraphs in the right order: the longest increasing sequence of their positions. */
  readonly order: number;
  /** Share of the paragraphs of 30 words or more that are one block. */
  readonly paragraphsWhole: number | undefined;
  /** Share of the paper's headings that are in the Markdown. */
  readonly headingsFound: number | undefined;
  /** Share of the headings in the Markdown that exist in the paper. */
  readonly headingsTrue: number | undefined;
  /** Share of the captions that are one block. */
  readonly captionsWhole: number | undefined;
  /** Share of the rows of tables that are one row with most of their cells. */
  readonly tableRows: number | undefined;
  /** Share of the rows with at least two numbers that are one row with most of their numbers, in any cells. */
  readonly tableNumbers: number | undefined;
  /** Share of the equation numbers that are attached to a displayed formula. */
  readonly equationNumbers: number | undefined;
  /** Share of the references that are one block. */
  readonly referencesWhole: number | undefined;
  /** Share of the distinct running heads and feet that no block contains. */
  readonly furnitureRemoved: number | undefined;
}

const FORMULA = '\ue000';
const RUN = 5; // words
const LONG_PARAGRAPH = 30; // words
const PROSE_PARAGRAPH = 15; // words
const SHORTEST_REFERENCE = 6; // words
const WHOLE_PARAGRAPH = 0.9; // F1 of the words
const WHOLE_CAPTION = 0.85;
const WHOLE_REFERENCE = 0.8;
const WHOLE_ROW = 0.75; // of the cells

/** Compares the Markdown blocks of a paper with its reference text. Formulas are omitted on both sides. */
export function compare(markdown: readonly string[], reference: ReferenceText): Comparison {
  const blocks = markdown.map((block) => wordsOf(withoutMarkup(block)));
  const all = blocks.flat();
  const paragraphs = reference.paras.map((paragraph) => wordsOf(paragraph.text));
  const prose = reference.paras.filter((_, i) => (paragraphs[i]?.length ?? 0) >= PROSE_PARAGRAPH);
  const texts = [reference.title, ...reference.headings.map((heading) => heading.text), ...reference.captions];
  const expected = [...texts.flatMap(wordsOf), ...paragraphs.flat()];
  const places = placesOfRuns(all);
  const best = bestBlock(blocks);
  const wholeShare = (items: readonly string[][], least: number) => share(items, (words) => best(words) >= least);
  return {
    wordsKept: common(expected, all) / Math.max(1, expected.length),
    runsKept:
      share(
        prose.flatMap((paragraph) => runsOf(paragraph.text)),
        (run) => places.has(run),
      ) ?? 1,
    order: orderOf(
      prose.map((paragraph) => runsOf(paragraph.text)),
      places,
    ),
    paragraphsWhole: wholeShare(
      paragraphs.filter((words) => words.length >= LONG_PARAGRAPH),
      WHOLE_PARAGRAPH,
    ),
    ...compareHeadings(markdown, reference),
    // Captions of figure parts may be only a letter such as `(a)`, which does not identify a block.
    captionsWhole: wholeShare(
      reference.captions.map(wordsOf).filter((words) => words.length > 0),
      WHOLE_CAPTION,
    ),
    tableRows: rowsFound(markdown, reference),
    tableNumbers: numbersFound(markdown, reference),
    equationNumbers: equationNumbersFound(markdown, reference),
    referencesWhole: wholeShare(
      reference.refs.map(wordsOf).filter((words) => words.length >= SHORTEST_REFERENCE),
      WHOLE_REFERENCE,
    ),
    furnitureRemoved: furnitureRemoved(markdown, reference),
  };
}

/** Returns the words of two or more letters, without accents and in lower case. */
function wordsOf(text: string): string[] {
  const bare = text.replaceAll(FORMULA, ' ').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return bare.match(/[a-z]{2,}/g) ?? [];
}

function withoutMarkup(block: string): string {
  return block
    .replaceAll(/\$\$[\s\S]*?\$\$/g, ' ')
    .replaceAll(/(?<!\\)\$(?:\\.|[^$\\\n])+\$/g, ' ')
    .replaceAll(/<\/?sup>|&[lg]t;/g, ' ')
    .replaceAll(/\\(?=[^a-zA-Z])/g, '');
}

/** Returns the runs of five words that no formula interrupts. */
function runsOf(text: string): string[] {
  return text.split(FORMULA).flatMap((part) => {
    const words = wordsOf(part);
    return words.slice(RUN - 1).map((_, i) => words.slice(i, i + RUN).join(' '));
  });
}

/** Returns the position of each run of five words, counted in words. −1 if the run occurs several times. */
function placesOfRuns(words: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (let i = 0; i + RUN <= words.length; i++) {
    const run = words.slice(i, i + RUN).join(' ');
    places.set(run, places.has(run) ? -1 : i);
  }
  return places;
}

function orderOf(paragraphs: readonly (readonly string[])[], places: ReadonlyMap<string, number>): number {
  const middles = paragraphs.flatMap((runs) => {
    const found = runs.map((run) => places.get(run) ?? -1).filter((place) => place >= 0);
    return found.length >= 3 ? [found.toSorted((a, b) => a - b)[found.length >> 1] ?? 0] : [];
  });
  return middles.length === 0 ? 1 : longestRise(middles) / middles.length;
}

/**
 * Returns the length of the longest increasing subsequence. `ends[k]` is the smallest last value of such a subsequence
 * with k + 1 values.
 */
function longestRise(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    const at = ends.findIndex((end) => end >= value);
    ends[at < 0 ? ends.length : at] = value;
  }
  return ends.length;
}

/** Headings that are accepted even if the reference text does not list them. */
const USUAL_HEADINGS = ['abstract', 'references', 'acknowledgements', 'acknowledgments'];

function compareHeadings(
  markdown: readonly string[],
  reference: ReferenceText,
): Pick<Comparison, 'headingsFound' | 'headingsTrue'> {
  const found = markdown.filter((block) => /^#+ /.test(block)).map((block) => lettersOfHeading(withoutMarkup(block)));
  const expected = reference.headings
    .map((heading) => lettersOfHeading(heading.text))
    .filter((letters) => letters.length >= 3);
  const isFound = new Set(found);
  const isTrue = new Set([lettersOfHeading(reference.title), ...USUAL_HEADINGS, ...expected]);
  return {
    headingsFound: share(expected, (letters) => isFound.has(letters)),
    headingsTrue: share(found, (letters) => isTrue.has(letters)),
  };
}

/** Returns the share of table rows found by their numbers, which ignores differences in words and formulas. */
function numbersFound(markdown: readonly string[], { tables = [] }: ReferenceText): number | undefined {
  const numbersOf = (row: string) => row.match(/\d+(?:\.\d+)?/g) ?? [];
  const found = tableLines(markdown).map((line) => countWords(numbersOf(line)));
  const rows = tables
    .flatMap((table) => table.rows.map((row) => numbersOf(row.join(' '))))
    .filter((numbers) => numbers.length > 1);
  return share(rows, (numbers) => {
    const wanted = countWords(numbers);
    return found.some((own) => overlap(wanted, own) >= WHOLE_ROW * numbers.length);
  });
}

function equationNumbersFound(
  markdown: readonly string[],
  { equationNumbers = [] }: ReferenceText,
): number | undefined {
  const found = new Set(markdown.flatMap((block) => [...block.matchAll(/\\tag\{([^{}]*)\}/g)].map(([, tag]) => tag)));
  return share(equationNumbers, (number) => found.has(number));
}

function tableLines(markdown: readonly string[]): string[] {
  return markdown.flatMap((block) => block.split('\n')).filter((line) => line.startsWith('| '));
}

/** Returns the share of the table rows that are rows of the Markdown. Cells with formulas are skipped. */
function rowsFound(markdown: readonly string[], { tables = [] }: ReferenceText): number | undefined {
  const found = tableLines(markdown).map((line) => new Set(line.slice(2, -2).split(' | ').flatMap(spellingsOf)));
  const rows = tables.flatMap((table) =>
    table.rows.map((row) =>
      row
        .filter((cell) => !cell.includes(FORMULA))
        .map(signsOf)
        .filter(Boolean),
    ),
  );
  return share(
    rows.filter((row) => row.length > 1),
    (row) => found.some((cells) => row.filter((cell) => cells.has(cell)).length >= WHOLE_ROW * row.length),
  );
}

/**
 * Returns the share of running heads that were removed. Heads of up to two words may occur anywhere in the text and are
 * not counted. A head may equal the title, which is a heading, not text.
 */
function furnitureRemoved(markdown: readonly string[], { furniture = [] }: ReferenceText): number | undefined {
  const texts = markdown
    .filter((block) => !block.startsWith('#'))
    .map((block) => ` ${wordsOf(withoutMarkup(block)).join(' ')} `);
  const lines = new Set(
    furniture
      .map(wordsOf)
      .filter((words) => words.length > 2)
      .map((words) => words.join(' ')),
  );
  return share([...lines], (line) => !texts.some((text) => text.includes(` ${line} `)));
}

/**
 * Returns a cell without its markup in two spellings, because references differ in whether they keep function names.
 */
function spellingsOf(cell: string): string[] {
  const named = cell.replaceAll(/\\([a-zA-Z]+)/g, (_, name: string) => (isOperatorName(name) ? name : ''));
  return [signsOf(cell), signsOf(named)];
}

/** Returns the letters and digits of a cell without its markup. */
function signsOf(cell: string): string {
  const plain = cell
    .replaceAll(/\\[a-zA-Z]+/g, '')
    .normalize('NFKD')
    .toLowerCase();
  return (plain.match(/[a-z\d]/g) ?? []).join('');
}

/** Returns the letters of a heading without its number: `2.1. Data` and `Data` are the same heading. */
function lettersOfHeading(heading: string): string {
  const title = heading.replace(/^#*\s*§?\s?(?:appendix\s+[a-z][.\d]*:?|[a-z]?[\d.]+|[ivxl]+\.[\d.]*|[a-z]\.)\s+/i, '');
  return wordsOf(title).join('');
}

/** Returns a function that finds the best F1 score between given words and any block. */
function bestBlock(blocks: readonly (readonly string[])[]): (words: readonly string[]) => number {
  const counts = blocks.map(countWords);
  return (words) => {
    const wanted = countWords(words);
    return Math.max(
      0,
      ...counts.map((own, i) => (2 * overlap(wanted, own)) / (words.length + (blocks[i]?.length ?? 0) || 1)),
    );
  };
}

function common(a: readonly string[], b: readonly string[]): number {
  return overlap(countWords(a), countWords(b));
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, count] of a) sum += Math.min(count, b.get(word) ?? 0);
  return sum;
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number | undefined {
  return items.length === 0 ? undefined : items.filter(holds).length / items.length;
}
