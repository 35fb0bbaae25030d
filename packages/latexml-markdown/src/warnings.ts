export type WarningKind =
  /** A command or environment that LaTeXML did not know; its name stands in the text. */
  | 'undefined_macro'
  /** Another message of LaTeXML within the text. */
  | 'conversion_error'
  /** A formula without TeX: the text of its MathML stands for it. */
  | 'no_tex'
  | 'missing_image'
  /** A link to a place that the page does not have; its text stays. */
  | 'dangling_link'
  /** A link that runs code or embeds data; its text stays. */
  | 'unsafe_link'
  /** A note that is referred to and stands nowhere. */
  | 'missing_note'
  | 'too_deep';

export interface Warning {
  readonly kind: WarningKind;
  readonly detail: string;
  /** How often. */
  readonly count: number;
}

/** Different warnings kept; a broken page has the same one a thousand times, and a hostile one a thousand different. */
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
