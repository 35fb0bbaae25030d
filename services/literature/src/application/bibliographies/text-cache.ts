/** The maximum total length of the texts, in characters. */
const MOST_CHARS = 64 * 1024 * 1024;

/** A text. `isCurrent` says whether it still has the requested version. */
export interface WrittenText {
  readonly text: string;
  readonly isCurrent: boolean;
}

/** Caches the most recently used texts by version. Concurrent requests for one text share the work of writing it. */
export class TextCache {
  readonly #texts = new Map<string, string>();
  readonly #running = new Map<string, Promise<string>>();
  readonly #mostChars: number;
  #chars = 0;

  constructor(mostChars = MOST_CHARS) {
    this.#mostChars = mostChars;
  }

  /** The total length of the texts, in characters. */
  get chars(): number {
    return this.#chars;
  }

  async get(version: string, write: () => Promise<WrittenText>): Promise<string> {
    const text = this.#texts.get(version);
    if (text !== undefined) {
      // Moves the text to the end, because the first text in the map is removed next.
      this.#texts.delete(version);
      this.#texts.set(version, text);
      return text;
    }
    const running = this.#running.get(version) ?? this.#write(version, write);
    this.#running.set(version, running);
    return await running;
  }

  async #write(version: string, write: () => Promise<WrittenText>): Promise<string> {
    try {
      const { text, isCurrent } = await write();
      if (isCurrent) this.#keep(version, text);
      return text;
    } finally {
      this.#running.delete(version);
    }
  }

  #keep(version: string, text: string): void {
    this.#texts.set(version, text);
    this.#chars += text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#chars <= this.#mostChars) return;
      this.#texts.delete(oldest);
      this.#chars -= length;
    }
  }
}
