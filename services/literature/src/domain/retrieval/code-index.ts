import type { Spread } from './relevance.ts';
import { CODE_BITS, cosineOf } from './sign-code.ts';

const WORDS = CODE_BITS / 32;

/**
 * Number of codes per memory segment of 4 MB. Scanning a segment takes about 3 ms. The caller may do other work between
 * two segments.
 */
const SEGMENT = 32_768;

export interface Nearest {
  /** Ids of the nearest codes, nearest first. */
  readonly ids: readonly number[];
  /** Distribution of the cosines between the question and all codes, estimated from the distances. */
  readonly spread: Spread;
}

/** The codes of vectors, by the ids of their passages. A search scans all codes, so it never misses a near code. */
export class CodeIndex {
  readonly #segments: Uint32Array[] = [];
  readonly #ids: number[] = [];
  readonly #places = new Map<number, number>();

  get size(): number {
    return this.#ids.length;
  }

  /** Adds a code. Replaces a code with the same id. */
  set(id: number, code: Uint8Array): void {
    const place = this.#places.get(id) ?? this.#ids.length;
    if (place === this.#ids.length) this.#ids.push(id);
    this.#places.set(id, place);
    const words = this.#wordsAt(place);
    const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
    for (let word = 0; word < WORDS; word += 1) words[word] = view.getUint32(4 * word, true);
  }

  /** Deletes a code by moving the last code into its place. */
  delete(id: number): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const last = this.#ids.pop() ?? id;
    if (last === id) return;
    this.#wordsAt(place).set(this.#wordsAt(this.#ids.length));
    this.#ids[place] = last;
    this.#places.set(last, place);
  }

  /**
   * Finds the `count` nearest codes, one memory segment per step.
   *
   * @param among the ids that may be found, by default all
   * @param except ids that must not be found
   */
  *nearest(
    code: Uint8Array,
    count: number,
    {
      among,
      except = NONE,
    }: { readonly among?: ReadonlySet<number> | undefined; readonly except?: ReadonlySet<number> } = {},
  ): Generator<void, Nearest> {
    const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
    const asked = Uint32Array.from({ length: WORDS }, (_, word) => view.getUint32(4 * word, true));
    const distances = new Uint16Array(this.size);
    const histogram = new Uint32Array(CODE_BITS + 1);
    for (const [index, segment] of this.#segments.entries()) {
      measure(segment, asked, distances.subarray(index * SEGMENT, (index + 1) * SEGMENT), histogram);
      yield;
    }
    // The histogram counts all codes, so it cannot limit the distance if only some ids may be found.
    const limit = among === undefined ? limitOf(histogram, count + except.size) : CODE_BITS;
    return { ids: this.#within(distances, { limit, count, among, except }), spread: spreadOf(histogram) };
  }

  #within(distances: Uint16Array, { limit, count, among, except }: Bounds): number[] {
    const found: { readonly id: number; readonly distance: number }[] = [];
    // Codes added during the scan are found by the next search.
    for (let place = 0; place < Math.min(distances.length, this.size); place += 1) {
      const distance = distances[place] ?? 0;
      const id = this.#ids[place] ?? 0;
      if (distance <= limit && among?.has(id) !== false && !except.has(id)) found.push({ id, distance });
    }
    return found
      .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
      .slice(0, count)
      .map(({ id }) => id);
  }

  #wordsAt(place: number): Uint32Array {
    const index = Math.floor(place / SEGMENT);
    const segment = (this.#segments[index] ??= new Uint32Array(SEGMENT * WORDS));
    const begin = (place % SEGMENT) * WORDS;
    return segment.subarray(begin, begin + WORDS);
  }
}

interface Bounds {
  readonly limit: number;
  readonly count: number;
  readonly among: ReadonlySet<number> | undefined;
  readonly except: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** Counts the bits in which each code differs from `asked`. */
function measure(codes: Uint32Array, asked: Uint32Array, distances: Uint16Array, histogram: Uint32Array): void {
  let word = 0;
  for (let place = 0; place < distances.length; place += 1) {
    let distance = 0;
    for (let at = 0; at < WORDS; at += 2, word += 2)
      distance += bitsOf((codes[word] ?? 0) ^ (asked[at] ?? 0), (codes[word + 1] ?? 0) ^ (asked[at + 1] ?? 0));
    distances[place] = distance;
    histogram[distance] = (histogram[distance] ?? 0) + 1;
  }
}

/**
 * Counts the bits that differ between two 32-bit words, with parallel addition (Warren, 'Hacker's Delight', chapter 5).
 */
function bitsOf(first: number, second: number): number {
  const a = first - ((first >>> 1) & 0x55555555);
  const b = second - ((second >>> 1) & 0x55555555);
  const fours = (a & 0x33333333) + ((a >>> 2) & 0x33333333) + (b & 0x33333333) + ((b >>> 2) & 0x33333333);
  return Math.imul((fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** Returns the smallest distance within which there are at least `count` codes. */
function limitOf(histogram: Uint32Array, count: number): number {
  let sum = 0;
  const limit = histogram.findIndex((codes) => (sum += codes) >= count);
  return limit === -1 ? CODE_BITS : limit;
}

function spreadOf(histogram: Uint32Array): Spread {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const [distance, codes] of histogram.entries()) {
    const cosine = cosineOf(distance);
    count += codes;
    sum += codes * cosine;
    squares += codes * cosine ** 2;
  }
  if (count === 0) return { count, mean: 0, deviation: 0 };
  const mean = sum / count;
  // Subtract the variance that the error of the codes adds. The result can be negative.
  const variance = squares / count - mean ** 2 - codeVariance(mean);
  return { count, mean, deviation: Math.sqrt(Math.max(variance, LEAST_DEVIATION ** 2)) };
}

const LEAST_DEVIATION = 0.02;

/** Returns the variance of a cosine estimated from a code. The number of differing bits has a binomial distribution. */
function codeVariance(cosine: number): number {
  const angle = Math.acos(Math.min(1, Math.max(-1, cosine)));
  return (Math.sin(angle) ** 2 * angle * (Math.PI - angle)) / CODE_BITS;
}
