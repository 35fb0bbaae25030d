import { extractDesignations } from '../targets/extract-designations.ts';
import { foldWords } from './search-words.ts';

/** Symbols that consist of several words, in the form that `foldWords` returns. */
const SYMBOLS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])log ?\(? ?g(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])v ?sin ?\(? ?i(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])T ?eff(?![\p{L}\p{N}])/gu,
  /\[[A-Z][a-z]? ?\/ ?[A-Z][a-z]?\]/gu,
  /(?<![\p{L}\p{N}])(?:H|Ly|Pa|Br)[ -]*(?:alpha|beta|gamma|delta|epsilon)(?![\p{L}\p{N}])/gu,
];

/** Matches an ion, together with the wavelength of a line if one follows: `He II`, `C IV λ1550`. */
const ION =
  /(?<![\p{L}\p{N}])([A-Z][a-z]? ?(?:I{1,3}|I?V|VI{1,3}|i{2,3}|iv|vi{0,3}))(?![\p{L}\p{N}])(?:(?: *lambda)? *(\d{3,5})(?![\p{L}\p{N}]))?/gu;

/**
 * Returns the names of objects, spectral lines and quantities in a text. Each name is one word: `hd49798`, `heii4686`,
 * `logg`.
 */
export function joinedNames(text: string): string[] {
  const folded = foldWords(text);
  const symbols = SYMBOLS.flatMap((symbol) => folded.match(symbol) ?? []);
  const lines = [...folded.matchAll(ION)].flatMap(([, ion = '', line]) =>
    line === undefined ? [ion] : [ion, ion + line],
  );
  const objects = extractDesignations({ text }).flatMap(({ designation, count }) =>
    Array.from({ length: count }, () => foldWords(designation)),
  );
  return [...symbols, ...lines, ...objects].map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
}

/**
 * Returns the names in a question and its pairs of neighbouring words, each as one word. The pairs are included because
 * people type names in many ways.
 */
export function joinedWords(question: string): string[] {
  const words =
    foldWords(question)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const pairs = words.slice(1).map((word, place) => `${words[place]}${word}`);
  const triples = words.slice(2).map((word, place) => `${pairs[place]}${word}`);
  return [...new Set([...joinedNames(question), ...pairs, ...triples])];
}
