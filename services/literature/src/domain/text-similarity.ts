/**
 * A text as it is compared: compatibility forms, letter case, blanks, markup and the look of dashes and quotation marks
 * make no other text. Formulas stay as their TeX.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u00ad\u200b-\u200d\u2060\ufeff$*_`\\~]/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u2018\u2019\u201a\u201b\u201c-\u201f"]/g, "'");
}

/** Of longer texts the beginning is compared. Folded letters. */
const COMPARED_LETTERS = 8_000;

/** Dice 1945, 'Measures of the amount of ecologic association between species', of the letter triples of two folded texts: 0 to 1. */
export function similarityOf(a: string, b: string): number {
  const [first, second] = [triplesOf(a), triplesOf(b)];
  const left = new Map<number, number>();
  for (const triple of first) left.set(triple, (left.get(triple) ?? 0) + 1);
  let shared = 0;
  for (const triple of second) {
    const count = left.get(triple) ?? 0;
    if (count > 0) {
      shared += 1;
      left.set(triple, count - 1);
    }
  }
  return first.length + second.length === 0 ? 0 : (2 * shared) / (first.length + second.length);
}

/** With an edge at both ends, so that texts of one or two letters have some too. */
function triplesOf(text: string): number[] {
  if (text === '') return [];
  const letters = `\0${text.slice(0, COMPARED_LETTERS)}\0`;
  return Array.from({ length: letters.length - 2 }, (_, at) => hashAt(letters, at, 3));
}

/** FNV-1a over UTF-16 units, with the last mixing of MurmurHash3, so that the smallest hashes are a fair sample. */
function hashAt(text: string, from: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < from + length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Hashes of a text's sample. Of two texts with a similarity of 0.6 some 13 in 32 are the same. */
const SAMPLE = 32;
const SAMPLED_LETTERS = 5;

/** What stands in more places than these does not tell them apart. */
const MOST_PLACES = 200;

/**
 * Finds which of many texts are like one, without comparing it with each: only those that share some of their smallest
 * hashes with it (Broder 1997, 'On the resemblance and containment of documents') are candidates. What a search costs does
 * not grow with the number of texts.
 */
export class SimilarTexts {
  readonly #places = new Map<number, number[]>();

  /** `texts`: folded, by the numbers under which they are found. */
  constructor(texts: Iterable<readonly [number, string]>) {
    for (const [number, text] of texts)
      for (const hash of sampleOf(text)) {
        const places = this.#places.get(hash);
        if (places === undefined) this.#places.set(hash, [number]);
        else if (places.length <= MOST_PLACES) places.push(number);
      }
  }

  /** The numbers of the texts that share most with a folded one, the likeliest first. */
  candidates(text: string, limit: number): number[] {
    const shared = new Map<number, number>();
    for (const hash of sampleOf(text)) {
      const places = this.#places.get(hash) ?? [];
      if (places.length <= MOST_PLACES) for (const place of places) shared.set(place, (shared.get(place) ?? 0) + 1);
    }
    return [...shared]
      .toSorted(([a, x], [b, y]) => y - x || a - b)
      .slice(0, limit)
      .map(([place]) => place);
  }
}

/** The smallest hashes of the runs of letters of a text. */
function sampleOf(text: string): Set<number> {
  const letters = `\0${text.slice(0, COMPARED_LETTERS)}\0`;
  const hashes = new Uint32Array(Math.max(0, letters.length + 1 - SAMPLED_LETTERS));
  for (let at = 0; at < hashes.length; at += 1) hashes[at] = hashAt(letters, at, SAMPLED_LETTERS);
  const sample = new Set<number>();
  for (const hash of hashes.sort()) if (sample.add(hash).size === SAMPLE) break;
  return sample;
}
