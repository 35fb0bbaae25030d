export type WarningKind =
  /** A command or environment that is unknown to LaTeXML. Its name remains in the text. */
  | 'undefined_macro'
  /** Another message of LaTeXML in the text. */
  | 'conversion_error'
  /** A formula without TeX. The text of its MathML is used instead. */
  | 'no_tex'
  | 'missing_image'
  /** A link to an id that the page does not have. Its text is kept. */
  | 'dangling_link'
  /** A link that runs code or embeds data. Its text is kept. */
  | 'unsafe_link'
  /** A note with a mark but without a text. */
  | 'missing_note'
  | 'too_deep';

export interface Warning {
  readonly kind: WarningKind;
  readonly detail: string;
  readonly count: number;
}

/**
 * Maximum number of different warnings. A broken page repeats one warning a thousand times. A hostile page may cause a
 * thousand different warnings.
 */
const MOST_WARNINGS = 200;
const LONGEST_DETAIL = 200;

export class Warnings {
  readonly #found = new Map<string, { kind: WarningKind; detail: string; count: number }>();

  add(kind: WarningKind, detail: string): void {
    const cut = detail.slice(0, LONGEST_DETAIL);
    const key = `${kind} ${cut}`;
    const earlier = this.#found.get(key);
    if (earlier) earlier.count += 1;
    else if (this.#found.size < MOST_WARNINGS) this.#found.set(key, { kind, detail: cut, count: 1 });
  }

  list(): Warning[] {
    return [...this.#found.values()];
  }
}
