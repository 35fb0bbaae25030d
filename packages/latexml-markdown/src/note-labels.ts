import type { Piece } from './tree.ts';
import { UniqueNames } from './unique-names.ts';

export interface Footnote {
  readonly label: string;
  readonly pieces: readonly Piece[];
}

/** Footnotes of a page: which mark means which note, and what each says. */
export class Notes {
  readonly #byLabel = new Map<string, readonly Piece[]>();
  readonly #labels = new UniqueNames();
  readonly #order: string[] = [];
  readonly #labelOfMark = new Map<string, string>();

  /** The label of a mark whose text stands elsewhere. */
  labelOf(mark: string): string {
    return this.#labelOfMark.get(mark) ?? this.#newLabel(mark);
  }

  /** Whether a mark was met and its text not yet. */
  isAwaited(mark: string): boolean {
    const label = this.#labelOfMark.get(mark);
    return label !== undefined && !this.#byLabel.has(label);
  }

  /** Takes a note that stands at its mark. */
  add(mark: string, pieces: readonly Piece[]): string {
    const label = this.#newLabel(mark);
    this.#byLabel.set(label, pieces);
    return label;
  }

  /** Takes the text of a mark that was met before. */
  define(mark: string, pieces: readonly Piece[]): void {
    this.#byLabel.set(this.labelOf(mark), pieces);
  }

  has(label: string): boolean {
    return this.#byLabel.has(label);
  }

  /** In the order of their marks. */
  list(): Footnote[] {
    return this.#order.flatMap((label) => {
      const pieces = this.#byLabel.get(label);
      return pieces ? [{ label, pieces }] : [];
    });
  }

  /** The note's number where that is free, else a name of our own ("n1" for a dagger). */
  #newLabel(mark: string): string {
    const label = this.#labels.take(/^\d{1,4}$/.test(mark) ? mark : 'n1', (number) => `n${number}`);
    this.#order.push(label);
    this.#labelOfMark.set(mark, label);
    return label;
  }
}
