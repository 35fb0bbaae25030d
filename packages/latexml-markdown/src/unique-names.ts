/** Makes names unique. A name that is already taken gets the lowest free number. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The next number to try for each name. It avoids quadratic time for ten thousand equal names. */
  readonly #next = new Map<string, number>();

  /** Returns `wanted` if it is free, otherwise the first free name from `numbered`, starting with 2. */
  take(wanted: string, numbered: (number: number) => string): string {
    let name = wanted;
    let number = this.#next.get(wanted) ?? 2;
    for (; this.#taken.has(name); number += 1) name = numbered(number);
    this.#next.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}
