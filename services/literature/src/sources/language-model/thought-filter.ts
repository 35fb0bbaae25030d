import type { ChatPiece } from './language-model.ts';

const TAG = String.raw`(?:<NAME(?:\s[^<>]{0,40})?>|◁NAME▷)`;
const NAMES = ['think', 'thinking', 'thought', 'reasoning'];
const tag = (slash: string) => TAG.replaceAll('NAME', `${slash}(?:${NAMES.join('|')})`);
const OPEN = new RegExp(String.raw`^\s*${tag('')}`, 'i');
const CLOSE = new RegExp(String.raw`${tag('/')}\s*`, 'i');
/**
 * Matches the tag that opens another block of reasoning within an answer. If the closing tag is missing, the block is
 * text.
 */
const REOPEN = new RegExp(tag(''), 'i');
/** Matches an incomplete tag at the end of a text. The next piece may complete the tag. */
const BEGINNING = /[<◁]\/?([a-z]{0,9})(\s[^<>◁▷]{0,40})?$/i;

/** Returns the position where an incomplete tag may begin. Returns undefined if the text does not end in such a tag. */
function unfinishedTag(text: string): number | undefined {
  const found = BEGINNING.exec(text.slice(-LONGEST_TAG));
  if (found === null) return undefined;
  const [whole, name = '', more] = found;
  const fits = (one: string) => (more === undefined ? one.startsWith(name.toLowerCase()) : one === name.toLowerCase());
  return NAMES.some(fits) ? text.length - whole.length : undefined;
}

/** The maximum length of an incomplete tag. */
const LONGEST_TAG = '</reasoning>'.length + 41;
/**
 * If earlier answers began with untagged reasoning, an opening tag is recognised only within about this many
 * characters.
 */
const OPENING_CHARS = 100;

type State = 'start' | 'thinking' | 'answering' | 'waiting';

/** Returns whether a text has only blanks, possibly followed by the beginning of a tag. */
function mayOpen(text: string): boolean {
  return text.slice(0, unfinishedTag(text)).trim() === '';
}

/**
 * Separates an answer from the reasoning that some models write into its content, as `<think>…</think>` or with only
 * the closing tag. The pieces of the answer may be cut anywhere.
 */
export class ThoughtFilter {
  #state: State;
  #held = '';
  /** The end of the text so far. Searching all held text for each piece would take quadratic time. */
  #tail = '';
  /** Whether the held text begins with another block of reasoning. */
  #isReopened = false;
  /** Whether an answer without an opening tag turned out to begin with reasoning. */
  foundUntagged = false;

  /**
   * `waits` means that earlier answers of the model began with reasoning without an opening tag. The filter then holds
   * back text until the closing tag.
   */
  constructor(waits: boolean) {
    this.#state = waits ? 'waiting' : 'start';
  }

  *add(text: string): Generator<ChatPiece, void> {
    const searched = this.#tail + text;
    this.#tail = searched.slice(-LONGEST_TAG);
    this.#held += text;
    if (this.#state === 'start' || (this.#state === 'waiting' && this.#held.length < text.length + OPENING_CHARS)) {
      const open = OPEN.exec(this.#held);
      if (open !== null) {
        this.#state = 'thinking';
        this.#held = this.#held.slice(open[0].length);
      } else if (this.#state === 'start' && !mayOpen(this.#held)) this.#state = 'answering';
    }
    const close = this.#state === 'start' || !CLOSE.test(searched) ? null : CLOSE.exec(this.#held);
    if (close !== null) yield* this.#close(close);
    else if (this.#state === 'thinking' || (this.#state === 'answering' && !this.#isReopened)) yield* this.#release();
  }

  /** Yields the text that was held back, at the end of the content. */
  *end(): Generator<ChatPiece, void> {
    if (this.#held !== '') yield { kind: this.#state === 'thinking' ? 'thought' : 'text', text: this.#held };
    this.#held = '';
  }

  *#close(close: RegExpExecArray): Generator<ChatPiece, void> {
    this.#isReopened = false;
    const reopen = this.#state === 'thinking' ? null : REOPEN.exec(this.#held.slice(0, close.index));
    if (reopen !== null) {
      const text = this.#held.slice(0, reopen.index);
      if (text !== '') yield { kind: 'text', text };
      this.#state = 'thinking';
      const rest = this.#held.slice(reopen.index + reopen[0].length);
      this.#held = '';
      yield* this.add(rest);
      return;
    }
    const thought = this.#held.slice(0, close.index);
    const answer = this.#held.slice(close.index + close[0].length);
    if (this.#state !== 'thinking') this.foundUntagged = true;
    // The text before the tag was sent as an answer, but it was reasoning.
    if (this.#state === 'answering') yield { kind: 'retract' };
    if (thought !== '') yield { kind: 'thought', text: thought };
    this.#state = 'answering';
    this.#held = '';
    if (answer !== '') yield* this.add(answer);
  }

  *#release(): Generator<ChatPiece, void> {
    const reopen = this.#state === 'answering' ? REOPEN.exec(this.#held) : null;
    this.#isReopened = reopen !== null;
    const cut = reopen?.index ?? unfinishedTag(this.#held) ?? this.#held.length;
    const text = this.#held.slice(0, cut);
    this.#held = this.#held.slice(cut);
    if (text !== '') yield { kind: this.#state === 'thinking' ? 'thought' : 'text', text };
  }
}
