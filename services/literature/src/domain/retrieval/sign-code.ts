/** Number of bits in a code. A code has 128 bytes for vectors of any length. */
export const CODE_BITS = 1_024;
const CODE_BYTES = CODE_BITS / 8;

/** Binary logarithm of the minimum padded length of a vector. Shorter vectors would have too few directions. */
const SHORTEST = 8;

/**
 * Encodes the signs of a vector along pseudo-random directions. The share of bits in which two codes differ, multiplied
 * by π, estimates the angle between the vectors. The error is within π/64 for two thirds of all pairs (Charikar 2002,
 * 'Similarity estimation techniques from rounding algorithms', STOC '02).
 *
 * The directions are rows of a product of Hadamard matrices and random signs. Applying both twice takes n log n steps
 * and spreads even a sparse vector over all directions (Andoni et al. 2015, 'Practical and optimal LSH for angular
 * distance'). A change to this function requires recomputing all stored codes, because stored codes are compared with
 * new codes.
 */
export function signCode(vector: Float32Array): Uint8Array {
  const code = new Uint8Array(CODE_BYTES);
  const length = 2 ** Math.max(SHORTEST, Math.ceil(Math.log2(vector.length)));
  const turned = new Float64Array(length);
  for (let filled = 0, round = 0; filled < CODE_BITS; filled += length, round += 1) {
    turned.fill(0);
    turned.set(vector);
    for (const turn of [0, 1]) {
      flipSigns(turned, 2 * round + turn);
      transform(turned);
    }
    for (let bit = filled; bit < Math.min(filled + length, CODE_BITS); bit += 1)
      if ((turned[bit - filled] ?? 0) > 0) code[bit >> 3] = (code[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return code;
}

/**
 * Applies the fast Walsh-Hadamard transform in place. The result is not normalised, because only its signs are used.
 */
function transform(values: Float64Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let start = 0; start < values.length; start += 2 * half) {
      for (let place = start; place < start + half; place += 1) {
        const a = values[place] ?? 0;
        const b = values[place + half] ?? 0;
        values[place] = a + b;
        values[place + half] = a - b;
      }
    }
  }
}

/** Flips signs with a fixed generator (xorshift, Marsaglia 2003), so that every process flips the same signs. */
function flipSigns(values: Float64Array, seed: number): void {
  let state = Math.imul(seed + 1, 0x9e3779b9) | 1;
  for (let place = 0; place < values.length; place += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    if (state < 0) values[place] = -(values[place] ?? 0);
  }
}

/** Returns the cosine of the angle that corresponds to a number of differing bits. */
export function cosineOf(differingBits: number): number {
  return Math.cos((Math.PI * differingBits) / CODE_BITS);
}
