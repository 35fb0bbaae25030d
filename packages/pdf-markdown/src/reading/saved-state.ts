import type { OperatorListener } from './operators.ts';

/**
 * A state that `q` saves and `Q` restores (ISO 32000-1, 8.4.2). The start and end of groups and included drawings also
 * save and restore the state. At the start of a drawing, readers save the state before they place the drawing.
 */
export abstract class SavedState<State> implements OperatorListener {
  /** The page's initial state. It is restored if nothing was saved. */
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
