import { Refusal } from '@almagest/service-kit/refusal';

/** Bounds how much one sender may have staged at the same time. */
export class StagingLimit {
  readonly #maxBytes: number;
  readonly #held = new Map<string, number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Refuses what would exceed the limit, without counting it. */
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
