import { citationAt } from './citation.ts';
import { hasWords } from './words.ts';

/**
 * A token of Markdown. `edge`: structure between passages (line ends, markers, borders of table cells). `kept`: markup
 * that translations must contain unchanged. `cited`: text that translations must contain unchanged. `text`: the rest.
 */
export interface Token {
  readonly kind: 'text' | 'kept' | 'cited' | 'edge';
  readonly text: string;
}

/**
 * Matches markers of quotes, list items, footnotes and headings at the start of a line, and anchors after these
 * markers.
 */
const LINE_START =
  /(?:[ \t]*(?:>[ \t]?|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\s]+\]:))*(?:[ \t]*#{1,6}(?=[ \t]))?[ \t]*(?:<a id="[^"<>]*"><\/a>)*/y;

/** Matches the row of dashes that makes the surrounding lines a table. */
const TABLE_RULE = /^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/m;

/** Matches a code block up to its end. An unclosed block extends to the end of the text. */
const FENCE = /(`{3,}(?!`)(?![^\n]*`)|~{3,}(?!~))[^\n]*(?:\n(?![ \t>]*\1)[^\n]*)*(?:\n[ \t>]*\1[`~]*[ \t]*)?(?=\n|$)/y;

/**
 * Patterns of text that is kept, by their first character. The length of a match is bounded, so that a paper with
 * thousands of unclosed brackets does not take quadratic time.
 */
const KEPT: Readonly<Record<string, readonly RegExp[]>> = {
  '\\': [/\\(?:[!-/:-@[-`{-~]|(?=\n))/y],
  '`': [/(`{1,40})(?!`)(?:(?!\n[ \t]*\n)[^]){0,2000}?(?<!`)\1(?!`)/y],
  $: [
    /\$\$(?:\\[^]|[^$\\]|\$(?!\$)){1,20000}\$\$/y,
    // The expression matches braces as a unit, because a formula may contain `\text{ if $x$}`.
    /\$(?![\s$])(?:\\[^\n]|[^$\\{}\n]|\{(?:\\[^\n]|[^\\{}\n]|\{(?:\\[^\n]|[^\\{}\n]){0,200}\}){0,1000}\}){1,4000}(?<!\s)\$(?!\d)/y,
    /\$(?![\s$])(?:\\[^\n]|[^$\\\n]){1,4000}(?<!\s)\$(?!\d)/y,
  ],
  '<': [
    /<!--[^]{0,2000}?-->/y,
    /<(?:https?:|mailto:|ftp:)[^\s<>]*>/y,
    /<a id="[^"<>]*"><\/a>/y,
    /<(su[bp])>[^<>\n]{0,40}<\/\1>/y,
    /<\/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?\/?>/y,
  ],
  '&': [/&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{1,39});/y],
  '!': [/!\[(?:\\[^\n]|[^\]\\\n]){0,2000}\]\([^()\n]{0,2000}\)/y],
  '[': [/\[\^[^\]\s]{1,100}\]/y, /\[[^[\]\n]{0,1000}\]\(#bib[^()\s]{0,2000}\)/y],
  // A paper may itself contain the characters that masks use.
  '⟦': [/⟦/y],
  '⟧': [/⟧/y],
};

/** Matches a link whose text is translated. The groups are the text and the destination. */
const LINK = /\[((?:\\[^\n]|[^[\]\\\n]|\[[^[\]\n]{0,200}\]){0,1000})(\]\([^()\s]{0,2000}\))/y;

/** Matches a web or mail address. */
const ADDRESS = /^(?:https?:\S*|www\.\S*|[^\s@]+@[^\s@]+)$/;

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Splits Markdown into tokens. Joining the texts of the tokens restores the Markdown. */
export function tokenize(markdown: string): Token[] {
  return new Scanner(markdown).scan();
}

class Scanner {
  readonly #markdown: string;
  readonly #isTable: boolean;
  readonly #tokens: Token[] = [];
  /** The positions where the second parts of open links begin. */
  readonly #linkEnds = new Map<number, number>();
  #textFrom = 0;
  #at = 0;

  constructor(markdown: string) {
    this.#markdown = markdown;
    this.#isTable = TABLE_RULE.test(markdown);
  }

  scan(): Token[] {
    this.#startLine();
    while (this.#at < this.#markdown.length) {
      const character = this.#markdown[this.#at] ?? '';
      if (character === '\n') {
        this.#take('edge', 1);
        this.#startLine();
      } else if (character === '|' && this.#isTable) this.#take('edge', 1);
      else if (!this.#takeMarkup(character)) this.#takeCitation();
    }
    this.#endText();
    return this.#tokens;
  }

  #startLine(): void {
    this.#take('edge', matchAt(LINE_START, this.#markdown, this.#at).length);
    this.#take('kept', matchAt(FENCE, this.#markdown, this.#at).length);
  }

  #takeMarkup(character: string): boolean {
    const linkEnd = this.#linkEnds.get(this.#at);
    if (linkEnd !== undefined) {
      this.#take('kept', linkEnd);
      return true;
    }
    for (const pattern of KEPT[character] ?? []) {
      const { length } = matchAt(pattern, this.#markdown, this.#at);
      if (length > 0) {
        this.#take('kept', length);
        return true;
      }
    }
    return character === '[' && this.#takeLink();
  }

  #takeLink(): boolean {
    LINK.lastIndex = this.#at;
    const [whole, words = '', end = ''] = LINK.exec(this.#markdown) ?? [];
    if (whole === undefined) return false;
    if (!hasWords(words) || ADDRESS.test(words)) this.#take('kept', whole.length);
    else {
      this.#linkEnds.set(this.#at + 1 + words.length, end.length);
      this.#take('kept', 1);
    }
    return true;
  }

  #takeCitation(): void {
    const length = citationAt(this.#markdown, this.#at);
    if (length > 0) this.#take('cited', length);
    else this.#at += 1;
  }

  #take(kind: Token['kind'], length: number): void {
    if (length === 0) return;
    this.#endText();
    this.#tokens.push({ kind, text: this.#markdown.slice(this.#at, this.#at + length) });
    this.#at += length;
    this.#textFrom = this.#at;
  }

  #endText(): void {
    if (this.#at > this.#textFrom)
      this.#tokens.push({ kind: 'text', text: this.#markdown.slice(this.#textFrom, this.#at) });
    this.#textFrom = this.#at;
  }
}
