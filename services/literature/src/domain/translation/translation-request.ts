import type { Token } from './markdown-tokens.ts';
import { splitBlock, textOf, type Part, type Passage } from './passages.ts';

/**
 * A mask in the text of a request, with its mark, the original text, and the passage that contains it. A mask between
 * two passages has no passage.
 */
interface Mask {
  readonly mark: string;
  readonly text: string;
  readonly passage: number | undefined;
}

/** One request to a model: passages of one block, with masks in place of everything that is not translated. */
export interface TranslationRequest {
  /** The parts of the block. `places` has the indices of the passages among these parts. */
  readonly parts: readonly Part[];
  readonly places: readonly number[];
  readonly text: string;
  readonly masks: readonly Mask[];
}

/**
 * Limits on a request. Models lose masks in longer texts, so the cells of a large table are split over several
 * requests.
 */
const MAX_TEXT = 4_000;
const MAX_MASKS = 40;
const MAX_PASSAGES = 24;

const OPEN = '⟦';
const CLOSE = '⟧';

export const MARK = /⟦([^⟦⟧]*)⟧/g;

export function markOf(number: number): string {
  return `${OPEN}${number}${CLOSE}`;
}

/** Returns the translation requests for a text. Returns an empty list if the text has no words. */
export function requestsForText(markdown: string): TranslationRequest[] {
  const parts = splitBlock(markdown);
  return groups(parts).map((places) => ({ parts, places, ...masked(places.map((place) => parts[place] as Passage)) }));
}

/** Blocks of these kinds are not translated, so that readers can look up the names of people and works. */
const UNTRANSLATED_KINDS = new Set(['authors', 'reference']);

export function requestsForBlock(kind: string, markdown: string): TranslationRequest[] {
  return UNTRANSLATED_KINDS.has(kind) ? [] : requestsForText(markdown);
}

const UNTRANSLATED_MARK = '⚠ (not translated)';

/** Returns the passages unchanged, with a note that they were not translated. */
export function markUntranslated(sources: readonly string[]): string[] {
  return sources.map((source, index) => (index === 0 ? `${UNTRANSLATED_MARK} ${source}` : source));
}

export function sourcesOf({ parts, places }: TranslationRequest): string[] {
  return places.map((place) => textOf(parts[place] ?? { kind: 'edge', text: '' }));
}

/** Returns the block with these texts instead of its passages. */
export function withPassages(parts: readonly Part[], texts: ReadonlyMap<number, string>): string {
  return parts.map((part, place) => texts.get(place) ?? textOf(part)).join('');
}

function groups(parts: readonly Part[]): number[][] {
  const found: number[][] = [];
  let length = 0;
  let masks = 0;
  for (const [place, part] of parts.entries()) {
    if (part.kind === 'edge') continue;
    const size = textOf(part).length;
    const kept = part.tokens.filter(({ kind }) => kind !== 'text').length;
    const group = found.at(-1);
    if (
      group !== undefined &&
      group.length < MAX_PASSAGES &&
      length + size <= MAX_TEXT &&
      masks + group.length + kept <= MAX_MASKS
    ) {
      group.push(place);
      length += size;
      masks += kept;
    } else {
      found.push([place]);
      length = size;
      masks = kept;
    }
  }
  return found;
}

function masked(passages: readonly Passage[]): { text: string; masks: Mask[] } {
  const masks: Mask[] = [];
  const add = (text: string, passage: number | undefined) => {
    const mark = markOf(masks.length + 1);
    masks.push({ mark, text, passage });
    return mark;
  };
  const texts = passages.map((passage, index) => {
    const before = index === 0 ? '' : `\n${add('', undefined)}\n`;
    const own = runs(passage.tokens).map(({ kind, text }) => (kind === 'text' ? text : add(text, index)));
    return before + own.join('');
  });
  return { text: texts.join(''), masks };
}

/** Joins adjacent untranslated tokens, which share one mask. */
function runs(tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  for (const token of tokens) {
    const last = found.at(-1);
    if (last !== undefined && (last.kind === 'text') === (token.kind === 'text'))
      found[found.length - 1] = { kind: last.kind, text: last.text + token.text };
    else found.push(token);
  }
  return found;
}
