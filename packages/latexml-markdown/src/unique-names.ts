/** Gives names that no other has: the wanted one, or with the lowest number that was not given yet. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The number to go on from, so that ten thousand equal names do not try each other's numbers. */
  readonly #next = new Map<string, number>();

  /** `numbered` makes a name of the wanted one and a number from 2. */
  take(wanted: string, numbered: (number: number) => string): string {
    let name = wanted;
    let number = this.#next.get(wanted) ?? 2;
    for (; this.#taken.has(name); number += 1) name = numbered(number);
    this.#next.set(wanted, number);
    this.#taken.add(name);
    return name;
  }
}
