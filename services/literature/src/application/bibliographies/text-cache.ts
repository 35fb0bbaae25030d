/** The maximum total length of the texts, in characters. */
const MOST_CHARS = 64 * 1024 * 1024;

/** Caches the most recently used texts by the digest of their content, so that no cached text is stale. */
export class TextCache {
  readonly #texts = new Map<string, string>();
  readonly #mostChars: number;
  #chars = 0;

  constructor(mostChars = MOST_CHARS) {
    this.#mostChars = mostChars;
  }

  /** Returns the total length of the texts, in characters. */
  get chars(): number {
    return this.#chars;
  }

  find(digest: string): string | undefined {
    const text = this.#texts.get(digest);
    if (text === undefined) return undefined;
    // Moves the text to the end, because the first text in the map is removed next.
    this.#texts.delete(digest);
    this.#texts.set(digest, text);
    return text;
  }

  keep(digest: string, text: string): void {
    // A concurrent request may have stored the same text.
    this.#chars += text.length - (this.#texts.get(digest)?.length ?? 0);
    this.#texts.delete(digest);
    this.#texts.set(digest, text);
    for (const [oldest, { length }] of this.#texts) {
      if (this.#chars <= this.#mostChars) return;
      this.#texts.delete(oldest);
      this.#chars -= length;
    }
  }
}
