/**
 * Returns the normal form in which texts are compared. The form ignores case, blanks, markup, compatibility forms of
 * characters, and the shape of dashes and quotation marks. Formulas remain TeX.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u00ad\u200b-\u200d\u2060\ufeff$*_`\\~]/g, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u2018\u2019\u201a\u201b\u201c-\u201f"]/g, "'");
}

/** Only this many folded characters at the beginning of a text are compared. */
const COMPARED_LETTERS = 8_000;

/**
 * Returns the similarity of two folded texts, from 0 to 1. This is the Dice coefficient of their letter triples (Dice
 * 1945, 'Measures of the amount of ecologic association between species').
 */
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

/** Returns the hashes of a text's letter triples. Pads the text at both ends, so that short texts have triples too. */
function triplesOf(text: string): number[] {
  if (text === '') return [];
  const letters = `\0${text.slice(0, COMPARED_LETTERS)}\0`;
  return Array.from({ length: letters.length - 2 }, (_, at) => hashAt(letters, at, 3));
}

/**
 * Returns the FNV-1a hash of UTF-16 units, with the finalizer of MurmurHash3. The finalizer makes the smallest hashes
 * an unbiased sample.
 */
function hashAt(text: string, from: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < from + length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Number of hashes in the sample of a text. Two texts with a similarity of 0.6 share about 13 of these 32 hashes. */
const SAMPLE = 32;
const SAMPLED_LETTERS = 5;

/** Hashes that occur in more texts than this do not distinguish them and are ignored. */
const MOST_PLACES = 200;

/**
 * Finds similar texts without comparing every pair. Candidates are texts that share some of their smallest hashes with
 * the given text (Broder 1997, 'On the resemblance and containment of documents'). The cost of a search does not grow
 * with the number of texts.
 */
export class SimilarTexts {
  readonly #places = new Map<number, number[]>();

  /** @param texts folded texts, each with the number that `candidates` returns for the text */
  constructor(texts: Iterable<readonly [number, string]>) {
    for (const [number, text] of texts)
      for (const hash of sampleOf(text)) {
        const places = this.#places.get(hash);
        if (places === undefined) this.#places.set(hash, [number]);
        else if (places.length <= MOST_PLACES) places.push(number);
      }
  }

  /** Returns the numbers of the texts that share the most hashes with a folded text, most similar first. */
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

/** Returns the smallest hashes of a text's letter sequences. */
function sampleOf(text: string): Set<number> {
  const letters = `\0${text.slice(0, COMPARED_LETTERS)}\0`;
  const hashes = new Uint32Array(Math.max(0, letters.length + 1 - SAMPLED_LETTERS));
  for (let at = 0; at < hashes.length; at += 1) hashes[at] = hashAt(letters, at, SAMPLED_LETTERS);
  const sample = new Set<number>();
  for (const hash of hashes.sort()) if (sample.add(hash).size === SAMPLE) break;
  return sample;
}
