import { cutToSize, sizeOf } from './passage-size.ts';
import { splitSentences } from './split-sentences.ts';

/** The parts of a block that retrieval uses. */
export interface SourceBlock {
  readonly kind: string;
  readonly text: string;
  readonly markdown: string;
}

/** A passage of a paper, of the size that is looked up and shown to a model. */
export interface Chunk {
  /** Where it stands: the paper's title, where the paper itself has one, and the sections from the outermost. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Positions in the paper's list of blocks; sentences that are repeated from the chunk before not counted. */
  readonly firstBlock: number;
  readonly lastBlock: number;
}

/**
 * Of a chunk, in words. A retrieved passage of this length holds a thought with what it needs to be understood, and twenty
 * of them fit every model; embedding models read at least 512 tokens, some 380 words.
 */
export const MAX_WORDS = 400;

/** At most so much of a chunk is repeated at the beginning of the next, in whole sentences. */
const OVERLAP_WORDS = 40;
const MAX_FRESH_WORDS = MAX_WORDS - OVERLAP_WORDS;

/** A table, a formula or a caption up to this length is never cut. Embedding models read some 8,000 tokens at most. */
export const MAX_WHOLE_WORDS = 1_200;

/** Increase this with every change of these rules: papers that were indexed with older ones are indexed again. */
export const CHUNK_RULES = 1;

const WHOLE_KINDS = new Set(['table', 'html_table', 'caption', 'equation', 'figure', 'code']);

/** Who wrote the paper and what it cites is known better from its record. */
const NO_BODY = new Set(['authors', 'reference']);

const REFERENCES = /^(?:[\dA-Z.]+\s+)?(?:references?|bibliography|(?:literature|works) cited)(?: and notes)?[.:]?$/i;

/** A sentence, or something that is kept whole. */
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

/** Passages of a paper in its order, none over a heading, the list of references left out. */
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
  /** Level of the list of references while the blocks belong to it. */
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
      // Footnotes may stand behind the references, and belong to none of them.
      (references === undefined ? current : notes).units.push(...unitsOf(block, position));
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

/** Rows of a table are told from each other by their Markdown alone. */
function wholeTexts({ kind, text, markdown }: SourceBlock): string[] {
  const isTable = kind === 'table';
  const shown = isTable ? markdown.replaceAll(/<a id="[^"]*"><\/a>/g, '').replaceAll(/ {2,}/g, ' ') : text;
  const whole = shown.trim();
  if (whole === '') return [];
  if (sizeOf(whole) <= MAX_WHOLE_WORDS) return [whole];
  return isTable ? cutTable(whole) : cutToSize(whole, MAX_WHOLE_WORDS);
}

/** Parts of a table that is too long, each with the heads of its columns. */
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

/** Parts of a section of about the same length, as few as the limit allows. */
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

/** The last sentences of the part before, where there is room for them. */
function overlapOf(before: readonly Unit[] = [], part: readonly Unit[]): Unit[] {
  const overlap: Unit[] = [];
  let room = Math.min(OVERLAP_WORDS, MAX_WORDS - part.reduce((sum, { size }) => sum + size, 0));
  for (const unit of before.toReversed()) {
    room -= unit.size;
    if (!unit.isSentence || room < 0) break;
    overlap.unshift(unit);
  }
  // Nothing new stands in a chunk whose part before is repeated whole.
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
