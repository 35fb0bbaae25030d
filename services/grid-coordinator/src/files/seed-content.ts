/** NaN and Inf as Fortran and C print them. Only whole words match: not the `inf` of `information`. */
const NOT_A_NUMBER = /(?<![A-Za-z])(?:nan|inf|infinity)(?![A-Za-z])/gi;

/** Searched before the regular expression is tried, because most chunks contain none of them. */
const HINTS = ['nan', 'NaN', 'NAN', 'inf', 'Inf', 'INF'];

/**
 * Two chunks overlap by more than the longest token and its neighbours, so that none is missed or misread on the
 * border.
 */
const OVERLAP = 16;

/**
 * Tells, from a stream of chunks, whether a seed file can start a run.
 *
 * An engine takes a file full of NaN without complaint and 'converges' to nonsense. Text files are searched for such
 * tokens; a file with NUL bytes is binary and is taken as it is. An empty file starts nothing.
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

  /** Valid only after the end of the file. */
  get fit(): boolean {
    if (this.#size === 0) return false;
    const atStart = this.#size === this.#tail.length;
    return this.#binary || !(this.#bad || holdsToken(this.#tail, { atStart, atEnd: true }));
  }
}

/**
 * Whether the text contains a token as a whole word. At a border of the text it counts only if the file begins or ends
 * there.
 */
function holdsToken(text: Buffer, { atStart, atEnd }: { readonly atStart: boolean; readonly atEnd: boolean }): boolean {
  if (!HINTS.some((hint) => text.includes(hint))) return false;
  for (const match of text.toString('latin1').matchAll(NOT_A_NUMBER)) {
    const end = match.index + match[0].length;
    if ((match.index > 0 || atStart) && (end < text.length || atEnd)) return true;
  }
  return false;
}
