import type { ChatPiece } from './language-model.ts';

const OPEN = /^\s*<think(?:ing)?>/;
const OPENING = /^\s*(?:<(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?$/;
const CLOSE = /<\/think(?:ing)?>\s*/;
/** The longest beginning of a closing tag that another piece may complete. */
const CLOSING = /<(?:\/(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?$/;

type State = 'start' | 'thinking' | 'answering' | 'waiting';

/**
 * Separates the reasoning that some models write into the content, as `<think>…</think>` or with the closing tag alone,
 * from the answer. Pieces may be cut anywhere.
 */
export class ThoughtFilter {
  #state: State;
  #held = '';
  /** Whether an answer without an opening tag turned out to begin with thoughts. */
  foundUntagged = false;

  /** `waits`: earlier answers of the model began with thoughts without a tag, so text is held until the closing tag. */
  constructor(waits: boolean) {
    this.#state = waits ? 'waiting' : 'start';
  }

  *add(text: string): Generator<ChatPiece, void> {
    this.#held += text;
    if (this.#state === 'start' || this.#state === 'waiting') {
      const open = OPEN.exec(this.#held);
      if (open !== null) {
        this.#state = 'thinking';
        this.#held = this.#held.slice(open[0].length);
      } else if (this.#state === 'start' && !OPENING.test(this.#held)) this.#state = 'answering';
    }
    const close = this.#state === 'start' ? null : CLOSE.exec(this.#held);
    if (close !== null) yield* this.#close(close);
    else if (this.#state === 'thinking' || this.#state === 'answering') yield* this.#release();
  }

  /** Yields the text that was held back, at the end of the content. */
  *end(): Generator<ChatPiece, void> {
    if (this.#held !== '') yield { kind: this.#state === 'thinking' ? 'thought' : 'text', text: this.#held };
    this.#held = '';
  }

  *#close(close: RegExpExecArray): Generator<ChatPiece, void> {
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
    const cut = CLOSING.exec(this.#held)?.index ?? this.#held.length;
    const text = this.#held.slice(0, cut);
    this.#held = this.#held.slice(cut);
    if (text !== '') yield { kind: this.#state === 'thinking' ? 'thought' : 'text', text };
  }
}
