import { CITED_SPANS, citedNumbers } from './renumber-citations.ts';

export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'citation'; readonly source: number };

/**
 * Maximum length of text that is held back. Text that may become a formula, code or a citation is held back until it is
 * complete.
 */
const MOST_HELD = 4_000;

/** Reads an answer in pieces of any length. Separates citations of existing sources from the text. */
export class CitedText {
  readonly #sources: number;
  #held = '';

  /** @param sources the number of sources. Only numbers from 1 to `sources` are citations. */
  constructor(sources: number) {
    this.#sources = sources;
  }

  add(piece: string): AnswerPart[] {
    const text = this.#held + piece;
    const known = text.length > MOST_HELD ? text.length : knownLength(text);
    this.#held = text.slice(known);
    return this.#parts(text.slice(0, known));
  }

  /** Returns the rest of the answer, which was held back. */
  end(): AnswerPart[] {
    const rest = this.#held;
    this.#held = '';
    return this.#parts(rest);
  }

  #parts(text: string): AnswerPart[] {
    const parts: AnswerPart[] = [];
    let from = 0;
    const addText = (to: number) => {
      if (to > from) parts.push({ kind: 'text', text: text.slice(from, to) });
    };
    for (const match of text.matchAll(CITED_SPANS)) {
      const [span, untouched, list = ''] = match;
      if (untouched !== undefined) continue;
      const sources = citedNumbers(list, this.#sources);
      const blanks = sources.length === 0 ? 0 : (/^\s*/.exec(span)?.[0].length ?? 0);
      addText(match.index + blanks);
      for (const source of sources) parts.push({ kind: 'citation', source });
      from = match.index + span.length;
    }
    addText(text.length);
    return parts;
  }
}

/** Matches the beginning of a citation, including the address that some models append. */
const OPEN_CITATION = /^[[【][\s\d,;–-]*(?:[\]】](?:\([^()\s]*)?)?$/;

/** Matches a formula, code or citation at `lastIndex`. */
const SPAN_HERE = new RegExp(CITED_SPANS.source, 'y');

/** Returns how many characters at the beginning of a text are final, because later text cannot change them. */
function knownLength(text: string): number {
  let at = 0;
  while (at < text.length) {
    SPAN_HERE.lastIndex = at;
    const match = SPAN_HERE.exec(text);
    if (match !== null && match[0] !== '') {
      const end = at + match[0].length;
      // The address of a link may still follow the citation.
      if (match[1] === undefined && (end === text.length || /^\([^()\s]*$/.test(text.slice(end)))) return at;
      at = end;
    } else if (mayBegin(text, at)) return at;
    else at += 1;
  }
  return at;
}

/** Returns whether a formula, code or citation may begin here. */
function mayBegin(text: string, at: number): boolean {
  const character = text[at] ?? '';
  if (/\s/.test(character)) return /^\s*(?:[[【][\s\d,;–-]*)?$/.test(text.slice(at));
  if (character === '[' || character === '【') return OPEN_CITATION.test(text.slice(at));
  if (character !== '$' && character !== '`') return false;
  const rest = text.slice(at);
  return rest.length < 3 || rest.startsWith('$$') || rest.startsWith('```') || !rest.includes('\n');
}
