import { cutToSize, sizeOf } from './passage-size.ts';
import { splitSentences } from './split-sentences.ts';

export interface SourceBlock {
  readonly kind: string;
  readonly text: string;
  readonly markdown: string;
}

/** A passage of a paper. Searches return complete chunks, and models receive complete chunks. */
export interface Chunk {
  /**
   * The headings above the passage, outermost first. They begin with the paper's title, if the blocks contain the
   * title.
   */
  readonly headings: readonly string[];
  readonly text: string;
  /**
   * Positions of the chunk's first and last block in the paper's list of blocks. Sentences that are repeated from the
   * previous chunk do not count.
   */
  readonly firstBlock: number;
  readonly lastBlock: number;
}

/**
 * Maximum size of a chunk, in words. A passage of this length can contain a statement with its context, and every model
 * accepts twenty such passages. Embedding models read at least 512 tokens, about 380 words.
 */
export const MAX_WORDS = 400;

/** Maximum number of words that a chunk repeats from the previous chunk. Only whole sentences are repeated. */
const OVERLAP_WORDS = 40;
const MAX_FRESH_WORDS = MAX_WORDS - OVERLAP_WORDS;

/**
 * Maximum number of words in an unsplit table, formula or caption. The limit exists because embedding models read at
 * most about 8,000 tokens.
 */
export const MAX_WHOLE_WORDS = 1_200;

/**
 * Increase this number with every change to these rules, to `withWords` or to `readBibliographyItem`. The service then
 * indexes papers with older rules again.
 */
export const CHUNK_RULES = 4;

const WHOLE_KINDS = new Set(['table', 'html_table', 'caption', 'equation', 'figure', 'code']);

/** Chunks omit authors and references, because the service stores them elsewhere in a better form. */
const NO_BODY = new Set(['authors', 'reference']);

const REFERENCES = /^(?:[\dA-Z.]+\s+)?(?:references?|bibliography|(?:literature|works) cited)(?: and notes)?[.:]?$/i;

/** A sentence, or a block that is never split. */
interface Unit {
  readonly text: string;
  readonly size: number;
  readonly block: number;
  readonly isSentence: boolean;
}

interface Section {
  readonly headings: readonly string[];
  readonly units: Unit[];
}

/** Divides a paper into passages in order. Passages never extend across a heading. The reference list is omitted. */
export function chunkPaper(blocks: readonly SourceBlock[]): Chunk[] {
  return sectionsOf(blocks).flatMap(({ headings, units }) => {
    const parts = divide(units);
    return parts.map((part, index) => chunkOf(headings, overlapOf(parts[index - 1], part), part));
  });
}

function sectionsOf(blocks: readonly SourceBlock[]): Section[] {
  const open: { readonly level: number; readonly title: string }[] = [];
  let current: Section = { headings: [], units: [] };
  const sections = [current];
  const notes: Section = { headings: [], units: [] };
  /** The level of the reference list's heading. Undefined outside the reference list. */
  let references: number | undefined;
  for (const [position, block] of blocks.entries()) {
    if (block.kind === 'heading') {
      const level = levelOf(block);
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      open.push({ level, title: block.text });
      if (references === undefined || level <= references)
        references = REFERENCES.test(block.text.trim()) ? level : undefined;
      current = { headings: open.map(({ title }) => title), units: [] };
      sections.push(current);
    } else if (references === undefined || block.kind === 'footnote') {
      // Footnotes may follow the references but do not belong to the reference list.
      const { units } = references === undefined ? current : notes;
      for (const unit of unitsOf(block, position)) units.push(unit);
    }
  }
  const [title] = open.filter(({ level }) => level === 1);
  const headings = [...(title === undefined ? [] : [title.title]), 'Footnotes'];
  return [...sections, { headings, units: notes.units }].filter(({ units }) => units.length > 0);
}

function levelOf({ markdown }: SourceBlock): number {
  return /^#{1,6}/.exec(markdown)?.[0].length ?? 2;
}

function unitsOf(block: SourceBlock, position: number): Unit[] {
  if (NO_BODY.has(block.kind)) return [];
  const isSentence = !WHOLE_KINDS.has(block.kind);
  const texts = isSentence
    ? splitSentences(block.text).flatMap((sentence) => cutToSize(sentence, MAX_FRESH_WORDS))
    : wholeTexts(block);
  return texts.map((text) => ({ text, size: sizeOf(text), block: position, isSentence }));
}

/**
 * Returns the texts of a block that is not split into sentences. Uses the Markdown of a table, because its plain text
 * does not separate the rows.
 */
function wholeTexts({ kind, text, markdown }: SourceBlock): string[] {
  const isTable = kind === 'table';
  const shown = isTable ? markdown.replaceAll(/<a id="[^"]*"><\/a>/g, '').replaceAll(/ {2,}/g, ' ') : text;
  const whole = shown.trim();
  if (whole === '') return [];
  if (sizeOf(whole) <= MAX_WHOLE_WORDS) return [whole];
  return isTable ? cutTable(whole) : cutToSize(whole, MAX_WHOLE_WORDS);
}

/** Splits a table that is too long. Each part begins with the header row. */
function cutTable(markdown: string): string[] {
  const lines = markdown.split('\n');
  const headEnd = lines.findIndex((line) => /^\|(?: ?:?-+:? ?\|)+$/.test(line)) + 1;
  const head = lines.slice(0, headEnd).join('\n');
  const room = MAX_WHOLE_WORDS - sizeOf(head);
  if (room < MAX_WHOLE_WORDS / 2) return cutToSize(markdown, MAX_WHOLE_WORDS);
  const parts: string[][] = [];
  let left = 0;
  for (const row of lines.slice(headEnd).flatMap((line) => cutToSize(line, room))) {
    const size = sizeOf(row);
    if (size > left) {
      parts.push([]);
      left = room;
    }
    parts.at(-1)?.push(row);
    left -= size;
  }
  return parts.map((rows) => [...(head === '' ? [] : [head]), ...rows].join('\n'));
}

/** Divides a section into as few parts as the limit allows, of about the same length. */
function divide(units: readonly Unit[]): Unit[][] {
  const total = units.reduce((sum, { size }) => sum + size, 0);
  const wished = total / Math.ceil(total / MAX_FRESH_WORDS);
  const parts: Unit[][] = [];
  let size = Infinity;
  for (const unit of units) {
    if (size + unit.size > MAX_FRESH_WORDS || size + unit.size / 2 > wished) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(unit);
    size += unit.size;
  }
  return parts;
}

/** Returns as many of the previous part's last sentences as may be repeated. */
function overlapOf(before: readonly Unit[] = [], part: readonly Unit[]): Unit[] {
  const overlap: Unit[] = [];
  let room = Math.min(OVERLAP_WORDS, MAX_WORDS - part.reduce((sum, { size }) => sum + size, 0));
  for (const unit of before.toReversed()) {
    room -= unit.size;
    if (!unit.isSentence || room < 0) break;
    overlap.unshift(unit);
  }
  // Never repeat the whole previous part, because the previous chunk would then be redundant.
  return overlap.length === before.length ? [] : overlap;
}

function chunkOf(headings: readonly string[], overlap: readonly Unit[], part: readonly Unit[]): Chunk {
  const units = [...overlap, ...part];
  const text = units.reduce((written, unit, index) => {
    const before = units[index - 1];
    if (before === undefined) return unit.text;
    return `${written}${before.block === unit.block && unit.isSentence ? ' ' : '\n'}${unit.text}`;
  }, '');
  const blocks = part.map(({ block }) => block);
  return { headings, text, firstBlock: blocks[0] ?? 0, lastBlock: blocks.at(-1) ?? 0 };
}
