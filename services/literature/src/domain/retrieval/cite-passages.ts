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

/** An event of an answer. The event of a citation comes before the text that uses the citation's number. */
export type AnswerNews =
  | { readonly kind: 'citation'; readonly citation: PassageCitation }
  | { readonly kind: 'text'; readonly text: string };

/** Maximum number of characters before a citation that count as its statement. */
const STATEMENT_CHARS = 1_000;

/**
 * Processes an answer as the model generates it. Each citation of a passage becomes a citation of the paragraph and
 * sentence closest to the preceding statement. Paragraphs are numbered in the order of the text. Removes citations of
 * unknown passages. Holds back all text until the first citation, because an answer without citations does not come
 * from the passages.
 */
export class CitingAnswer {
  readonly citations: PassageCitation[] = [];
  readonly #passages: readonly CitablePassage[];
  readonly #reader: CitedText;
  /** The text since the last citation. */
  #stated = '';
  /** The statement of the last citation. Several citations may follow one statement. */
  #statement = '';
  #waiting = '';
  #written = '';

  /** @param passages in the order of their numbers in the prompt, which start at 1 */
  constructor(passages: readonly CitablePassage[]) {
    this.#passages = passages;
    this.#reader = new CitedText(passages.length);
  }

  /** Returns the answer so far. The answer is empty until it cites a passage. */
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
