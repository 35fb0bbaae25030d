import type { Place } from './address.ts';

type Follow = (place: Place, isJump: boolean) => void;

/**
 * The line of the paper at the top of the window. Every way to show a paper writes it while it is scrolled, and takes it
 * up when it is shown itself, so that the same paragraph stays in view.
 */
export class ReadingPosition {
  #place: Place;
  readonly #followers = new Set<Follow>();

  constructor(place: Place) {
    this.#place = place;
  }

  get place(): Place {
    return this.#place;
  }

  /** Somebody has scrolled. */
  moved(place: Place): void {
    this.#place = place;
  }

  /** Leads what is shown to another place. */
  goTo(place: Place, isJump = false): void {
    this.#place = place;
    for (const follow of this.#followers) follow(place, isJump);
  }

  onGo(follow: Follow): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }
}
