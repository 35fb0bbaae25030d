import { readBibtexNames } from './bibtex-names.ts';
import { fromTex, fromVerbatim, isPartlyRead } from './from-tex.ts';
import { scriptsAsFormulas } from './plain-text.ts';
import type { Name } from './reference.ts';

/** The values of an entry. Records which fields were read, so that all other fields can be kept. */
export class BibtexFields {
  readonly #values: ReadonlyMap<string, string>;
  readonly #read = new Set<string>();

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  /** Returns the raw value of the first non-empty field. */
  raw(...names: readonly string[]): string {
    for (const name of names) {
      const value = this.#values.get(name) ?? '';
      if (value.trim() === '') continue;
      this.#read.add(name);
      return value;
    }
    return '';
  }

  text(...names: readonly string[]): string {
    return scriptsAsFormulas(fromTex(this.raw(...names)));
  }

  verbatim(...names: readonly string[]): string {
    return fromVerbatim(this.raw(...names));
  }

  names(name: string): Name[] {
    return readBibtexNames(this.raw(name));
  }

  all(pattern: RegExp): string[] {
    return [...this.#values.keys()].filter((name) => pattern.test(name)).map((name) => this.raw(name));
  }

  /** Returns a field without marking it as read. */
  peek(name: string): string {
    return this.#values.get(name) ?? '';
  }

  /**
   * Returns the raw value of the first non-empty field if this value contains unknown commands. Otherwise returns ''.
   */
  partlyRead(names: readonly string[]): string {
    const value = names.map((name) => this.peek(name)).find((text) => text.trim() !== '') ?? '';
    return isPartlyRead(value) ? value : '';
  }

  forget(name: string): void {
    this.#read.add(name);
  }

  rest(): Record<string, string> {
    const left = [...this.#values].filter(([name, value]) => !this.#read.has(name) && value.trim() !== '');
    return Object.fromEntries(left.map(([name, value]) => [`bibtex:${name}`, value]));
  }
}
