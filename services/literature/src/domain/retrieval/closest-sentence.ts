import { searchWords } from './search-words.ts';
import { splitSentences } from './split-sentences.ts';

/** A block of a passage, with its position in the paper's list of blocks. */
export interface PlacedText {
  readonly position: number;
  readonly text: string;
}

export interface FoundSentence {
  readonly position: number;
  readonly sentence: string;
}

/** Maximum number of characters of a block to compare, because tables can be very long. */
const COMPARED_CHARS = 20_000;

/** Maximum number of characters in a quote. A longer quote does not help to find the place. */
const QUOTE_CHARS = 400;

/**
 * Returns the sentence of a passage that is closest to a statement. The measure is the cosine of their words, weighted
 * by inverse frequency in the passage. If no sentence shares a word with the statement, for example in another
 * language, returns the first sentence. Returns undefined for a passage without text.
 */
export function closestSentence(blocks: readonly PlacedText[], statement: string): FoundSentence | undefined {
  const sentences = blocks.flatMap(({ position, text }) =>
    splitSentences(text.slice(0, COMPARED_CHARS)).map((sentence) => ({ position, sentence, words: wordsOf(sentence) })),
  );
  const frequencies = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.log(1 + sentences.length / (frequencies.get(word) ?? sentences.length));
  const lengthOf = (words: ReadonlySet<string>) => Math.sqrt([...words].reduce((sum, word) => sum + weightOf(word), 0));
  const stated = wordsOf(statement);
  let best = sentences[0];
  let most = 0;
  for (const one of sentences) {
    const shared = new Set([...one.words].filter((word) => stated.has(word)));
    const score = shared.size === 0 ? 0 : lengthOf(shared) ** 2 / lengthOf(one.words);
    if (score <= most) continue;
    most = score;
    best = one;
  }
  return best && { position: best.position, sentence: shorten(best.sentence) };
}

/** Returns the words of a text. Numbers keep their decimal point. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = searchWords(text)
    .toLowerCase()
    .split(/[\s,;:=<>()[\]"']+/);
  return new Set(words.map((word) => (word.endsWith('.') ? word.slice(0, -1) : word)).filter((word) => word !== ''));
}

/** Shortens a quote without splitting a character. The reader finds the place of a quote by its beginning. */
function shorten(sentence: string): string {
  return sentence.length <= QUOTE_CHARS ? sentence : sentence.slice(0, QUOTE_CHARS).replace(/[\ud800-\udbff]$/, '');
}
