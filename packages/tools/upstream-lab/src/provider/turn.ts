export interface Turn {
  readonly text?: string;
  /** Reasoning, sent in the field `reasoning_content`. */
  readonly reasoning?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
}

export interface ToolCall {
  readonly name: string;
  /** An object, or text that is sent unchanged. */
  readonly arguments: object | string;
  /** Default: derived from the number of the call. */
  readonly id?: string;
}

/** An answer that is used when its condition is met. */
export interface ScriptedTurn extends Turn {
  /** A text that the last message must contain. By default any message matches. */
  readonly when?: string;
  /** How many times the turn is used. Default: 1. */
  readonly times?: number;
}

/** Stores the answers written for a test and uses them in order. */
export class Script {
  #turns: { readonly turn: ScriptedTurn; left: number }[] = [];

  set(turns: readonly ScriptedTurn[]): void {
    this.#turns = turns.map((turn) => ({ turn, left: turn.times ?? 1 }));
  }

  list(): ScriptedTurn[] {
    return this.#turns.filter(({ left }) => left > 0).map(({ turn }) => turn);
  }

  next(lastMessage: string): Turn | undefined {
    const found = this.#turns.find(({ turn, left }) => left > 0 && lastMessage.includes(turn.when ?? ''));
    if (found === undefined) return undefined;
    found.left -= 1;
    return found.turn;
  }
}

const TURN_FIELDS = ['text', 'reasoning', 'tool_calls', 'finish_reason', 'when', 'times'];

/** Parses the body of `PUT /lab/script`. Returns undefined if the body is not a list of turns. */
export function parseScript(value: unknown): ScriptedTurn[] | undefined {
  const isTurn = (turn: unknown) =>
    typeof turn === 'object' && turn !== null && Object.keys(turn).every((field) => TURN_FIELDS.includes(field));
  return Array.isArray(value) && value.every(isTurn) ? (value as ScriptedTurn[]) : undefined;
}
