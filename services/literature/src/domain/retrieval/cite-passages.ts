import { CitedText } from './cited-text.ts';
import { closestSentence, type PlacedText } from './closest-sentence.ts';
import { splitSentences } from './split-sentences.ts';

/** A passage that an answer may cite. */
export interface CitablePassage {
  readonly bibcode: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly blocks: readonly PlacedText[];
}

export interface PassageCitation {
  readonly number: number;
  readonly bibcode: string;
  readonly title: string;
  readonly headings: string[];
  readonly paragraph_index: number;
  readonly quote: string;
}

/** What a reader of an answer gets: a citation comes before the text that names its number. */
export type AnswerNews =
  | { readonly kind: 'citation'; readonly citation: PassageCitation }
  | { readonly kind: 'text'; readonly text: string };

/** The last sentence is looked for in so much of the text before a citation. */
const STATEMENT_CHARS = 1_000;

/**
 * Writes an answer as the model gives it. Each citation of a passage becomes one of the paragraph and the sentence that
 * are closest to the statement before it; paragraphs are numbered in the order of the text. What the model cites
 * beyond the passages is left out. Nothing is handed over before the first citation, because what cites nothing does not
 * come from the passages.
 */
export class CitingAnswer {
  readonly citations: PassageCitation[] = [];
  readonly #passages: readonly CitablePassage[];
  readonly #reader: CitedText;
  /** What the model said since its last citation. */
  #stated = '';
  /** What its last citation is about. Several citations may follow one statement. */
  #statement = '';
  #waiting = '';
  #written = '';

  /** @param passages in the order of the numbers that the model was given, from 1 */
  constructor(passages: readonly CitablePassage[]) {
    this.#passages = passages;
    this.#reader = new CitedText(passages.length);
  }

  /** The answer so far; empty while it cites nothing. */
  get text(): string {
    return this.#written.trim();
  }

  add(piece: string): AnswerNews[] {
    return this.#take(this.#reader.add(piece));
  }

  end(): AnswerNews[] {
    return this.#take(this.#reader.end());
  }

  #take(parts: ReturnType<CitedText['add']>): AnswerNews[] {
    const news: AnswerNews[] = [];
    for (const part of parts) {
      if (part.kind === 'text') {
        this.#stated = (this.#stated + part.text).slice(-STATEMENT_CHARS);
        this.#waiting += part.text;
        continue;
      }
      const known = this.citations.length;
      const citation = this.#cite(part.source);
      if (citation === undefined) continue;
      if (this.citations.length > known) news.push({ kind: 'citation', citation });
      this.#waiting += `[${citation.number}]`;
    }
    if (this.citations.length === 0 || this.#waiting === '') return news;
    const text = this.#written === '' ? this.#waiting.trimStart() : this.#waiting;
    this.#waiting = '';
    this.#written += text;
    return [...news, { kind: 'text', text }];
  }

  #cite(source: number): PassageCitation | undefined {
    const passage = this.#passages[source - 1];
    if (/[\p{L}\p{N}]/u.test(this.#stated)) this.#statement = splitSentences(this.#stated).at(-1) ?? '';
    this.#stated = '';
    const found = passage && closestSentence(passage.blocks, this.#statement);
    if (found === undefined) return undefined;
    const { bibcode, title, headings } = passage as CitablePassage;
    const known = this.citations.find(
      (one) => one.bibcode === bibcode && one.paragraph_index === found.position && one.quote === found.sentence,
    );
    if (known !== undefined) return known;
    const citation = {
      number: this.citations.length + 1,
      bibcode,
      title,
      headings: [...headings],
      paragraph_index: found.position,
      quote: found.sentence,
    };
    this.citations.push(citation);
    return citation;
  }
}
