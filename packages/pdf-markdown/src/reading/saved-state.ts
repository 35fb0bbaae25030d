import type { OperatorListener } from './operators.ts';

/**
 * A state that `q` saves and `Q` restores (ISO 32000-1, 8.4.2), as do the beginning and the end of a group, and the end of an
 * included drawing. At its beginning a reader saves the state too, before it places the drawing.
 */
export abstract class SavedState<State> implements OperatorListener {
  /** That of the page, which is restored where nothing was saved. */
  readonly #first: State;
  readonly #saved: State[] = [];
  protected state: State;

  constructor(first: State) {
    this.#first = first;
    this.state = first;
  }

  save(): void {
    this.#saved.push(this.state);
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.#first;
  }

  beginGroup(): void {
    this.save();
  }

  endGroup(): void {
    this.restore();
  }

  paintFormXObjectEnd(): void {
    this.restore();
  }
}
