import { Refusal } from '@almagest/service-kit/refusal';

/** Limits the bytes that one sender may have staged at the same time. */
export class StagingLimit {
  readonly #maxBytes: number;
  readonly #held = new Map<string, number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Refuses bytes beyond the limit without counting them. */
  take(owner: string, bytes: number): void {
    const held = (this.#held.get(owner) ?? 0) + bytes;
    if (held > this.#maxBytes)
      throw new Refusal(
        'unavailable',
        `${owner} already has ${this.#maxBytes} bytes of uploads in progress: wait until one of them has finished`,
      );
    this.#held.set(owner, held);
  }

  release(owner: string, bytes: number): void {
    const held = (this.#held.get(owner) ?? 0) - bytes;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
  }
}
