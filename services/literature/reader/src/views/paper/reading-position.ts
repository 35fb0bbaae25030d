import type { Place } from './address.ts';

type Follow = (place: Place, isJump: boolean) => void;

/**
 * The line at the top of the window. Scrolling a view updates the line, and a view starts at the line when it opens.
 * The same paragraph therefore stays in view.
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

  /** Records that the user has scrolled. */
  moved(place: Place): void {
    this.#place = place;
  }

  /** Moves every view to a place. */
  goTo(place: Place, isJump = false): void {
    this.#place = place;
    for (const follow of this.#followers) follow(place, isJump);
  }

  onGo(follow: Follow): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }
}
