import type { Piece } from './tree.ts';
import { UniqueNames } from './unique-names.ts';

export interface Footnote {
  readonly label: string;
  readonly pieces: readonly Piece[];
}

/** The footnotes of a page: the note that each mark refers to, and the text of each note. */
export class Notes {
  readonly #byLabel = new Map<string, readonly Piece[]>();
  readonly #labels = new UniqueNames();
  readonly #order: string[] = [];
  readonly #labelOfMark = new Map<string, string>();

  /** Returns the label of a mark whose text is elsewhere. */
  labelOf(mark: string): string {
    return this.#labelOfMark.get(mark) ?? this.#newLabel(mark);
  }

  /** Returns whether the mark has occurred and its text has not. */
  isAwaited(mark: string): boolean {
    const label = this.#labelOfMark.get(mark);
    return label !== undefined && !this.#byLabel.has(label);
  }

  /** Adds a note whose text is at its mark. Returns its label. */
  add(mark: string, pieces: readonly Piece[]): string {
    const label = this.#newLabel(mark);
    this.#byLabel.set(label, pieces);
    return label;
  }

  /** Adds the text of a mark that has already occurred. */
  define(mark: string, pieces: readonly Piece[]): void {
    this.#byLabel.set(this.labelOf(mark), pieces);
  }

  has(label: string): boolean {
    return this.#byLabel.has(label);
  }

  /** Returns the footnotes in the order of their marks. */
  list(): Footnote[] {
    return this.#order.flatMap((label) => {
      const pieces = this.#byLabel.get(label);
      return pieces ? [{ label, pieces }] : [];
    });
  }

  /** Returns the number of the note if that number is free. Otherwise returns a generated label ("n1" for a dagger). */
  #newLabel(mark: string): string {
    const label = this.#labels.take(/^\d{1,4}$/.test(mark) ? mark : 'n1', (number) => `n${number}`);
    this.#order.push(label);
    this.#labelOfMark.set(mark, label);
    return label;
  }
}
