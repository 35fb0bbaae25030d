import type { GridMap, MapPlane } from '@almagest/contracts/grid';

/** The character of the number 0 in the text of a plane. */
const ZERO = '0'.charCodeAt(0);

/** A point without a number. */
export const NONE = -1;

/** The characters of the points that the axes span, then those of the points beside the axes. */
export function wholeText({ points, extra_codes: extra }: Pick<GridMap, 'points' | 'extra_codes'>): string {
  return `${points ?? ''}${extra ?? ''}`;
}

/** The changes of both in the same way. `gridSize`: how many points the axes span. */
export function placesOf(
  changes: NonNullable<GridMap['changes']>,
  gridSize: number,
): { readonly places: readonly number[]; readonly codes: string } {
  const { places, codes, extra_places: extra = [], extra_codes: extraCodes = '' } = changes;
  return { places: [...places, ...extra.map((place) => gridSize + place)], codes: `${codes}${extraCodes}` };
}

/** The states of a map's text as places in its list of codes. */
export function decodeStates(text: string, codes: GridMap['codes']): Uint8Array {
  const indices = new Uint8Array(128);
  for (const [index, { code }] of codes.entries()) indices[code.charCodeAt(0)] = index;
  const states = new Uint8Array(text.length);
  for (let place = 0; place < states.length; place += 1) states[place] = indices[text.charCodeAt(place)] ?? 0;
  return states;
}

/** The numbers of a plane's text, in its steps. */
function decodeNumbers(text: string): Int32Array {
  const numbers = new Int32Array(text.length);
  for (let place = 0; place < numbers.length; place += 1) {
    const code = text.charCodeAt(place);
    numbers[place] = code < ZERO ? NONE : code - ZERO;
  }
  return numbers;
}

/** A plane as it is kept: every number stands for `from + number * step`. */
export class Plane {
  readonly numbers: Int32Array;
  readonly from: number;
  readonly step: number;
  revision: string;
  /** What the numbers of the plane `failures` stand for. Answers number them each for itself. */
  readonly sets: string[][] = [];
  readonly #known = new Map<string, number>();

  constructor(answer: MapPlane) {
    this.numbers = decodeNumbers(wholeText(answer));
    this.from = answer.from;
    this.step = answer.step;
    this.revision = answer.revision;
    if (answer.sets !== undefined) renumber(this.numbers, this.#numbersOf(answer.sets));
  }

  /** Takes the changes of an answer, and returns their places. */
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
