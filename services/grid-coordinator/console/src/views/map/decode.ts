import type { GridMap, MapPlane } from '@almagest/contracts/grid';

/** The character that encodes 0 in a plane. */
const ZERO = '0'.charCodeAt(0);

/** A point without a value. */
export const NONE = -1;

/** Returns the characters of the grid points, then the extra points. */
export function wholeText({ points, extra_codes: extra }: Pick<GridMap, 'points' | 'extra_codes'>): string {
  return `${points ?? ''}${extra ?? ''}`;
}

/** Returns the changes of grid and extra points. `gridSize` is the number of grid points. */
export function placesOf(
  changes: NonNullable<GridMap['changes']>,
  gridSize: number,
): { readonly places: readonly number[]; readonly codes: string } {
  const { places, codes, extra_places: extra = [], extra_codes: extraCodes = '' } = changes;
  return { places: [...places, ...extra.map((place) => gridSize + place)], codes: `${codes}${extraCodes}` };
}

/** Decodes states as indices into the map's list of codes. */
export function decodeStates(text: string, codes: GridMap['codes']): Uint8Array {
  const indices = new Uint8Array(128);
  for (const [index, { code }] of codes.entries()) indices[code.charCodeAt(0)] = index;
  const states = new Uint8Array(text.length);
  for (let place = 0; place < states.length; place += 1) states[place] = indices[text.charCodeAt(place)] ?? 0;
  return states;
}

/** Decodes the numbers of a plane, in its steps. */
function decodeNumbers(text: string): Int32Array {
  const numbers = new Int32Array(text.length);
  for (let place = 0; place < numbers.length; place += 1) {
    const code = text.charCodeAt(place);
    numbers[place] = code < ZERO ? NONE : code - ZERO;
  }
  return numbers;
}

/** A plane in memory. Each number stands for `from + number * step`. */
export class Plane {
  readonly numbers: Int32Array;
  readonly from: number;
  readonly step: number;
  revision: string;
  /** The values of the plane `failures`. Each answer has its own numbering. */
  readonly sets: string[][] = [];
  readonly #known = new Map<string, number>();

  constructor(answer: MapPlane) {
    this.numbers = decodeNumbers(wholeText(answer));
    this.from = answer.from;
    this.step = answer.step;
    this.revision = answer.revision;
    if (answer.sets !== undefined) renumber(this.numbers, this.#numbersOf(answer.sets));
  }

  /** Applies the changes of an answer and returns their places. */
  change({ changes, sets, revision }: MapPlane, gridSize: number): readonly number[] {
    this.revision = revision;
    if (changes === undefined) return [];
    const { places, codes } = placesOf(changes, gridSize);
    const found = decodeNumbers(codes);
    if (sets !== undefined) renumber(found, this.#numbersOf(sets));
    for (const [index, place] of places.entries()) this.numbers[place] = found[index] ?? NONE;
    return places;
  }

  #numbersOf(sets: readonly string[][]): number[] {
    return sets.map((set) => {
      const key = set.join(',');
      const known = this.#known.get(key) ?? this.sets.push(set) - 1;
      this.#known.set(key, known);
      return known;
    });
  }
}

function renumber(numbers: Int32Array, by: readonly number[]): void {
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place] ?? NONE;
    if (number !== NONE) numbers[place] = by[number] ?? NONE;
  }
}
