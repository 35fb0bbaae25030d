/** A range of a block's text. */
export interface LocatedPassage {
  readonly block: number;
  readonly text: string;
}

/**
 * The letters of several texts, with their positions. Only letters and digits are compared, because line ends, hyphens
 * and accents differ between a PDF and its parsed text.
 */
interface Letters {
  readonly text: string;
  /** For each letter, the index of its block. `offsets` has the letter's position in the text of the block. */
  readonly blocks: Int32Array;
  readonly offsets: Int32Array;
}

/**
 * If the complete passage is not found, runs of this many letters are searched. The runs may be found before and after
 * a formula.
 */
const RUN = 16;
/**
 * The found passage may be this many times longer than the wanted letters, because formulas may be written differently.
 */
const MOST_STRETCH = 3;

/**
 * Finds words that were selected elsewhere, for example in a PDF, in the blocks of a paper. Searches for the whole
 * passage first. Otherwise returns the part between the first and the last run of letters that the text contains. If
 * there are several places, returns the one nearest to block `near`.
 */
export function locatePassage(texts: readonly string[], wanted: string, near: number): LocatedPassage[] {
  const plain = texts.map((text) => text.normalize('NFKC'));
  const all = lettersOf(plain);
  const letters = lettersOf([wanted.normalize('NFKC')]).text;
  if (letters === '') return [];
  const whole = nearest(all, letters, near);
  if (whole !== undefined) return passagesOf(plain, all, whole, whole + letters.length);
  if (letters.length <= RUN) return [];
  const first = firstRun(all, letters, near);
  if (first === undefined) return [];
  return passagesOf(plain, all, first, lastRun(all, letters, first));
}

function lettersOf(texts: readonly string[]): Letters {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const blocks = new Int32Array(length);
  const offsets = new Int32Array(length);
  const parts: string[] = [];
  let count = 0;
  for (const [block, text] of texts.entries()) {
    let part = '';
    for (let offset = 0; offset < text.length; offset += 1) {
      const letter = text.charAt(offset).toLowerCase();
      // A letter that becomes two letters in lower case would shift all later positions.
      if (letter.length !== 1 || !/[\p{L}\p{N}]/u.test(letter)) continue;
      part += letter;
      blocks[count] = block;
      offsets[count] = offset;
      count += 1;
    }
    parts.push(part);
  }
  return { text: parts.join(''), blocks, offsets };
}

/** Returns the place where the letters occur nearest to a block. Returns undefined if they do not occur. */
function nearest({ text, blocks }: Letters, letters: string, near: number): number | undefined {
  let best: number | undefined;
  const distance = (at: number) => Math.abs((blocks[at] ?? 0) - near);
  for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1))
    if (best === undefined || distance(at) < distance(best)) best = at;
  return best;
}

function firstRun(all: Letters, letters: string, near: number): number | undefined {
  for (let from = 0; from + RUN <= letters.length; from += RUN / 2) {
    const at = nearest(all, letters.slice(from, from + RUN), near);
    if (at !== undefined) return at;
  }
  return undefined;
}

/** Returns the end of the last run that is found after the first run, within the maximum length of the passage. */
function lastRun({ text }: Letters, letters: string, first: number): number {
  const bound = first + letters.length * MOST_STRETCH;
  for (let to = letters.length; to - RUN >= 0; to -= RUN / 2) {
    const at = text.indexOf(letters.slice(to - RUN, to), first);
    if (at >= 0 && at + RUN <= bound) return at + RUN;
  }
  return first + RUN;
}

function passagesOf(
  texts: readonly string[],
  { blocks, offsets }: Letters,
  from: number,
  to: number,
): LocatedPassage[] {
  const passages: LocatedPassage[] = [];
  for (let at = from; at < to;) {
    const block = blocks[at] ?? 0;
    let last = at;
    while (last + 1 < to && blocks[last + 1] === block) last += 1;
    const text = texts[block]?.slice(offsets[at], (offsets[last] ?? 0) + 1) ?? '';
    passages.push({ block, text: text.toWellFormed() });
    at = last + 1;
  }
  return passages;
}
