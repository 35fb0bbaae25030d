/**
 * What is under way, in no order: things that come and go all day.
 *
 * Not a Set or a Map. Those are rebuilt every now and then as entries come and go, and each former table refers to the
 * one after it; once one has grown old, all later ones live on with everything they held, until the next full
 * collection. With the answers that an API process had under way, a fifth of all that its requests allocated was copied
 * twice for that (`node --trace-gc`).
 */
export class InFlight<T extends object> {
  readonly #places: (T | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Returns the item's place, which another has once it has left. */
  enter(item: T): number {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = item;
    return place;
  }

  /** Returns the item; undefined when the place was free. */
  leave(place: number): T | undefined {
    const item = this.#places[place];
    if (item === undefined) return undefined;
    this.#places[place] = undefined;
    this.#free.push(place);
    return item;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const item of this.#places) if (item !== undefined) yield item;
  }
}
