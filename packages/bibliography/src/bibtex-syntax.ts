/** The raw value of a field: pieces joined by `#`. */
export interface RawPiece {
  readonly kind: 'text' | 'name';
  readonly text: string;
}

export interface RawEntry {
  readonly kind: 'entry';
  /** Type of the entry in lower case. */
  readonly type: string;
  readonly key: string;
  readonly line: number;
  /** Fields by name in lower case. If a field occurs twice, the first one wins. */
  readonly fields: ReadonlyMap<string, readonly RawPiece[]>;
  readonly warnings: readonly string[];
}

export type RawObject =
  | RawEntry
  | { readonly kind: 'string'; readonly name: string; readonly value: readonly RawPiece[] }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'fault'; readonly line: number; readonly key: string; readonly fault: string };

/** Matches the start of an object. Free text between objects may contain an `@`. */
const START = /@\s*([a-z][\w-]*)\s*([{(])/gi;

/**
 * Matches an object at the start of a line, or an entry with its key after a closing brace. Inside an entry, such a
 * match shows that the entry was not closed.
 */
const NEXT_OBJECT =
  /^[ \t]*@[ \t]*[a-z][\w-]*[ \t]*[{(]|(?<=\}[ \t]{0,9})@[a-z]{3,20}\{[^\s,={}"]{1,200},[ \t]{0,9}[a-z]{2,20}[ \t]{0,9}=/gim;
const FIELD = /\s*([^\s={}(),"#%']{1,80})\s*=\s*/y;
/** Some programs write keys with blanks and quotes. */
const KEY = /\s*(?:([^\s,={}][^,={}\n]*))?,/y;
const NAME = /[^\s,={}()"#%']{1,200}/y;
const BLANKS = /(?:\s|%[^\n]*\n)*/y;

/** Reads the objects of a BibTeX file in order. Reads damaged objects line by line and adds a warning for each. */
export class BibtexReader {
  readonly #text: string;
  readonly #starts: readonly number[];
  #place = 0;
  #next = 0;
  #line = 1;
  #counted = 0;
  #unclosedComments = 0;

  constructor(text: string) {
    this.#text = text;
    this.#starts = [...text.matchAll(NEXT_OBJECT)].map(({ index }) => index);
  }

  *objects(): Generator<RawObject> {
    for (;;) {
      START.lastIndex = this.#place;
      const start = START.exec(this.#text);
      if (start === null) return;
      const [, type = '', open] = start;
      this.#place = start.index + start[0].length;
      yield* this.#object(type.toLowerCase(), start.index, open === '{' ? '}' : ')');
    }
  }

  *#object(type: string, begin: number, close: string): Generator<RawObject> {
    // The next object ends this one, even within braces.
    while ((this.#starts[this.#next] ?? Infinity) <= begin) this.#next += 1;
    const end = this.#starts[this.#next] ?? this.#text.length;
    if (type === 'comment') return yield this.#comment(begin);
    const line = this.#lineAt(begin);
    try {
      if (type === 'preamble') return void this.#value(end);
      if (type === 'string') return yield this.#string(end);
      yield this.#entry(type, line, { close, end });
    } catch (error) {
      if (!(error instanceof DamagedEntryError)) throw error;
      this.#place = end;
      if (type !== 'string' && type !== 'preamble')
        return yield salvage(type, line, this.#text.slice(begin, end), error.message);
      yield { kind: 'fault', line, key: `@${type}`, fault: error.message };
    }
  }

  #comment(begin: number): RawObject {
    // JabRef and BibDesk keep their groups in comments with braces. BibTeX itself ignores only the word `@comment`.
    const start = this.#place;
    if (this.#unclosedComments >= MAX_UNCLOSED_COMMENTS) return this.#skipLine(begin);
    const end = closingBrace(this.#text, start, Math.min(this.#text.length, start + MAX_COMMENT));
    if (end === undefined) {
      this.#unclosedComments += 1;
      return this.#skipLine(begin);
    }
    this.#place = end + 1;
    return { kind: 'comment', text: this.#text.slice(start, end) };
  }

  #skipLine(begin: number): RawObject {
    const end = this.#text.indexOf('\n', begin);
    this.#place = end < 0 ? this.#text.length : end;
    return { kind: 'comment', text: '' };
  }

  #string(end: number): RawObject {
    const name = matchAt(FIELD, this.#text, this.#place)?.[1];
    if (name === undefined) throw new DamagedEntryError('@string has no name');
    this.#field();
    const value = this.#value(end);
    this.#skipBlanks();
    if (!'})'.includes(this.#text[this.#place] ?? ' '))
      throw new DamagedEntryError('the closing brace of @string is missing');
    this.#place += 1;
    return { kind: 'string', name: name.toLowerCase(), value };
  }

  #entry(type: string, line: number, { close, end }: { close: string; end: number }): RawEntry {
    const key = matchAt(KEY, this.#text, this.#place);
    if (key === undefined) throw new DamagedEntryError('the key is missing, or no comma follows it');
    this.#place += key[0].length;
    const fields = new Map<string, readonly RawPiece[]>();
    const warnings: string[] = [];
    for (;;) {
      this.#skipBlanks();
      const sign = this.#text[this.#place];
      if (this.#place >= end) throw new DamagedEntryError('the entry is not closed');
      if (sign === ',') this.#place += 1;
      else if (sign === close) break;
      else {
        const name = this.#field();
        const value = this.#value(end);
        if (fields.has(name)) warnings.push(`the field ${name} occurs twice. The first was used`);
        else fields.set(name, value);
        this.#skipBlanks();
        const behind = this.#text[this.#place];
        if (behind !== ',' && behind !== close)
          throw new DamagedEntryError(`a comma is missing after the field ${name}`);
      }
    }
    this.#place += 1;
    return { kind: 'entry', type, key: (key[1] ?? '').trim(), line, fields, warnings };
  }

  #field(): string {
    const field = matchAt(FIELD, this.#text, this.#place);
    if (field === undefined)
      throw new DamagedEntryError(`'${this.#text.slice(this.#place, this.#place + 20)}' is not a field`);
    this.#place += field[0].length;
    return (field[1] ?? '').toLowerCase();
  }

  #value(end: number): RawPiece[] {
    const pieces: RawPiece[] = [];
    for (;;) {
      this.#skipBlanks();
      pieces.push(this.#piece(end));
      this.#skipBlanks();
      if (this.#text[this.#place] !== '#') return pieces;
      this.#place += 1;
    }
  }

  #piece(end: number): RawPiece {
    const sign = this.#text[this.#place];
    if (sign === '{' || sign === '"') {
      const start = this.#place + 1;
      const close = sign === '{' ? closingBrace(this.#text, start, end) : closingQuote(this.#text, start, end);
      if (close === undefined)
        throw new DamagedEntryError(sign === '{' ? 'a brace is not closed' : 'a quote is not closed');
      this.#place = close + 1;
      return { kind: 'text', text: this.#text.slice(start, close) };
    }
    const name = matchAt(NAME, this.#text, this.#place);
    if (name === undefined) throw new DamagedEntryError('a value is missing');
    this.#place += name[0].length;
    return { kind: /^\d+$/.test(name[0]) ? 'text' : 'name', text: name[0] };
  }

  #skipBlanks(): void {
    this.#place += matchAt(BLANKS, this.#text, this.#place)?.[0].length ?? 0;
  }

  #lineAt(place: number): number {
    for (; this.#counted < place; this.#counted += 1) if (this.#text[this.#counted] === '\n') this.#line += 1;
    return this.#line;
  }
}

const MAX_COMMENT = 1024 * 1024;
/** Maximum number of unclosed comments. The search for the end of each comment reads up to `MAX_COMMENT` characters. */
const MAX_UNCLOSED_COMMENTS = 100;

class DamagedEntryError extends Error {}

function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray | undefined {
  pattern.lastIndex = place;
  return pattern.exec(text) ?? undefined;
}

/** Returns the position of the closing brace. Counts braces as BibTeX does: a backslash does not escape a brace. */
function closingBrace(text: string, start: number, end: number): number | undefined {
  let depth = 1;
  for (let place = start; place < end; place += 1) {
    const sign = text[place];
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0) return place;
  }
  return undefined;
}

function closingQuote(text: string, start: number, end: number): number | undefined {
  let depth = 0;
  for (let place = start; place < end; place += 1) {
    const sign = text[place];
    if (sign === '"' && depth === 0) return place;
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth < 0) return undefined;
  }
  return undefined;
}

const FIELD_LINE = /^[ \t]*([a-z][\w-]{0,79})[ \t]*=[ \t]*/gim;

/** Matches a field that follows another field on the same line. */
const FIELD_INSIDE = /(?<=[,\s{(])([a-z][\w-]{0,79})[ \t]{0,20}=[ \t]{0,20}(?=["{\w])/gi;

/**
 * Reads a damaged entry by lines: each field extends to the line where the next field begins. If no title is found this
 * way, looks for several fields on one line.
 */
function salvage(type: string, line: number, text: string, fault: string): RawObject {
  const key = /^@[^{(]*[{(]\s*([^\s,={}"]{1,200})[ \t]{0,9}(?=[,\n]|$)/.exec(text)?.[1] ?? '';
  const byLine = [...text.matchAll(FIELD_LINE)];
  const hasTitle = byLine.some(([, name]) => name?.toLowerCase() === 'title');
  const begins = hasTitle ? byLine : [...text.matchAll(FIELD_INSIDE)];
  const fields = new Map<string, readonly RawPiece[]>();
  for (const [place, begin] of begins.entries()) {
    const name = (begin[1] ?? '').toLowerCase();
    const value = text.slice(begin.index + begin[0].length, begins[place + 1]?.index ?? text.length);
    if (!fields.has(name)) fields.set(name, [pieceOf(value, place === begins.length - 1)]);
  }
  if (!fields.has('title') && !fields.has('author') && !fields.has('doi')) return { kind: 'fault', line, key, fault };
  return {
    kind: 'entry',
    type,
    key,
    line,
    fields,
    warnings: [`${fault}. Its fields were read ${hasTitle ? 'line by line' : 'one by one'}`],
  };
}

/** Removes the delimiters of a value. Removes the entry's closing brace after the last value. */
function pieceOf(value: string, isLast: boolean): RawPiece {
  let bare = withoutEnd(value.trim(), ',');
  const isDelimited = bare.startsWith('{') || bare.startsWith('"');
  if (isLast && /[})]$/.test(bare)) {
    const less = withoutEnd(bare.slice(0, -1).trimEnd(), ',');
    if (!isDelimited || /["}]$/.test(less)) bare = less;
  }
  if (isDelimited) return { kind: 'text', text: bare.slice(1).replace(/["}]$/, '').trim() };
  return { kind: /^[a-z]\w*$/i.test(bare) ? 'name' : 'text', text: bare };
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text;
}
