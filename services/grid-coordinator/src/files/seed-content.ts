/** NaN and Inf in any spelling a Fortran or C runtime prints, standing alone: not the `inf` of `information`. */
const NOT_A_NUMBER = /(?<![A-Za-z])(?:nan|inf|infinity)(?![A-Za-z])/i;

/** What a quick look must find before the expression is tried: most chunks hold none of these. */
const HINTS = ['nan', 'NaN', 'NAN', 'inf', 'Inf', 'INF'];

/** The longest token: two chunks overlap by it, so that none is missed on the border. */
const OVERLAP = 12;

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
    this.#size += chunk.length;
    if (this.#binary || this.#bad) return;
    const text = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    this.#binary = text.includes(0);
    if (!this.#binary && HINTS.some((hint) => text.includes(hint)))
      this.#bad = NOT_A_NUMBER.test(text.toString('latin1'));
    this.#tail = Buffer.from(text.subarray(-OVERLAP));
  }

  get sizeBytes(): number {
    return this.#size;
  }

  get fit(): boolean {
    return this.#size > 0 && (this.#binary || !this.#bad);
  }
}
