/** What a paper says, from a source other than its PDF. Formulas are the character U+E000. */
export interface ReferenceText {
  readonly title: string;
  readonly headings: readonly { readonly text: string }[];
  readonly paras: readonly { readonly text: string }[];
  readonly captions: readonly string[];
  readonly refs: readonly string[];
}

/** How much of a paper its Markdown has kept; shares from 0 to 1, undefined where the paper has nothing of the kind. */
export interface Comparison {
  /** Words of title, headings, paragraphs and captions that are in the Markdown. */
  readonly wordsKept: number;
  /** Runs of five words of the paragraphs that stand in the Markdown unbroken. */
  readonly runsKept: number;
  /** Paragraphs in the right order: the longest rising sequence of their places. */
  readonly order: number;
  /** Paragraphs of 30 words and more that are one block. */
  readonly paragraphsWhole: number | undefined;
  readonly headingsFound: number | undefined;
  /** Captions that are one block. */
  readonly captionsWhole: number | undefined;
  /** References that are one block. */
  readonly referencesWhole: number | undefined;
}

const FORMULA = '\ue000';
const RUN = 5; // words
const LONG_PARAGRAPH = 30; // words
const PROSE_PARAGRAPH = 15; // words
const SHORTEST_REFERENCE = 6; // words
const WHOLE_PARAGRAPH = 0.9; // F1 of the words
const WHOLE_CAPTION = 0.85;
const WHOLE_REFERENCE = 0.8;

/** Compares a paper's Markdown blocks with its reference text, formulas left out on both sides. */
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
    headingsFound: headingsFound(markdown, reference),
    captionsWhole: wholeShare(reference.captions.map(wordsOf), WHOLE_CAPTION),
    referencesWhole: wholeShare(
      reference.refs.map(wordsOf).filter((words) => words.length >= SHORTEST_REFERENCE),
      WHOLE_REFERENCE,
    ),
  };
}

/** Words of two letters and more, without accents and case. */
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

/** Runs of five words that no formula interrupts. */
function runsOf(text: string): string[] {
  return text.split(FORMULA).flatMap((part) => {
    const words = wordsOf(part);
    return words.slice(RUN - 1).map((_, i) => words.slice(i, i + RUN).join(' '));
  });
}

/** Where each run of five words stands, in words from the start; -1 if at several places. */
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

/** Length of the longest rising subsequence: `ends[k]` is the least end of one of length k + 1. */
function longestRise(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    const at = ends.findIndex((end) => end >= value);
    ends[at < 0 ? ends.length : at] = value;
  }
  return ends.length;
}

function headingsFound(markdown: readonly string[], reference: ReferenceText): number | undefined {
  const titles = markdown.filter((block) => /^#+ /.test(block)).map((block) => lettersOf(withoutMarkup(block)));
  const known = new Set(titles);
  const expected = reference.headings
    .map((heading) => lettersOf(heading.text))
    .filter((letters) => letters.length >= 3);
  return share(expected, (letters) => known.has(letters));
}

/** Letters alone, without a number before them: `2.1. Data` and `Data` are one heading. */
function lettersOf(heading: string): string {
  const title = heading.replace(/^#*\s*(?:appendix\s+[a-z]\s*[.:]?|[a-z]?[\d.]+|[ivxl]+\.|[a-z]\.)\s+/i, '');
  return wordsOf(title).join('');
}

/** The best F1 of the words of any block with the words asked for. */
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
