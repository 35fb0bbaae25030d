import { Refusal } from '@almagest/service-kit/refusal';

/** Bounds what one sender has written aside at once. */
export class StagingLimit {
  readonly #maxBytes: number;
  readonly #held = new Map<string, number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Refuses what would be too much; nothing of it is counted then. */
  take(owner: string, bytes: number): void {
    const held = (this.#held.get(owner) ?? 0) + bytes;
    if (held > this.#maxBytes)
      throw new Refusal(
        'unavailable',
        `${owner} has ${this.#maxBytes} bytes of uploads under way; send the next when one of them is answered`,
      );
    this.#held.set(owner, held);
  }

  release(owner: string, bytes: number): void {
    const held = (this.#held.get(owner) ?? 0) - bytes;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
  }
}
