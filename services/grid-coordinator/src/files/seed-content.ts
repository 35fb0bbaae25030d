/** Matches NaN and Inf as Fortran and C print them. Matches only whole words, not the `inf` of `information`. */
const NOT_A_NUMBER = /(?<![A-Za-z])(?:nan|inf|infinity)(?![A-Za-z])/gi;

/** Searched before the regular expression is used, because most chunks contain none of these texts. */
const HINTS = ['nan', 'NaN', 'NAN', 'inf', 'Inf', 'INF'];

/**
 * Chunks overlap by more than the longest token and its neighbours, so that tokens on the border between two chunks are
 * found.
 */
const OVERLAP = 16;

/**
 * Checks, from a stream of chunks, whether a seed file can start a run.
 *
 * Engines accept a file full of NaN and converge to nonsense. Text files are searched for NaN and Inf. A file with NUL
 * bytes is binary and is accepted unchecked. An empty file is unfit.
 */
export class SeedInspector {
  #tail: Buffer = Buffer.alloc(0);
  #size = 0;
  #binary = false;
  #bad = false;

  push(chunk: Buffer): void {
    const atStart = this.#size === this.#tail.length;
    this.#size += chunk.length;
    if (this.#binary) return;
    const text = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    this.#binary = text.includes(0);
    if (!this.#binary && !this.#bad) this.#bad = holdsToken(text, { atStart, atEnd: false });
    this.#tail = Buffer.from(text.subarray(-OVERLAP));
  }

  get sizeBytes(): number {
    return this.#size;
  }

  /** The result is valid only after the end of the file. */
  get fit(): boolean {
    if (this.#size === 0) return false;
    const atStart = this.#size === this.#tail.length;
    return this.#binary || !(this.#bad || holdsToken(this.#tail, { atStart, atEnd: true }));
  }
}

/**
 * Returns whether the text contains a token as a whole word. A token at an end of the text counts only if the file
 * begins or ends there too.
 */
function holdsToken(text: Buffer, { atStart, atEnd }: { readonly atStart: boolean; readonly atEnd: boolean }): boolean {
  if (!HINTS.some((hint) => text.includes(hint))) return false;
  for (const match of text.toString('latin1').matchAll(NOT_A_NUMBER)) {
    const end = match.index + match[0].length;
    if ((match.index > 0 || atStart) && (end < text.length || atEnd)) return true;
  }
  return false;
}
