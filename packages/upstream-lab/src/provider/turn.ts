/** What a model says in one answer. */
export interface Turn {
  readonly text?: string;
  /** Thoughts, in the field `reasoning_content`. */
  readonly reasoning?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
}

export interface ToolCall {
  readonly name: string;
  /** An object, or text that is sent as it is. */
  readonly arguments: object | string;
  /** Made from the number of the call when not given. */
  readonly id?: string;
}

/** A turn that waits for its question. */
export interface ScriptedTurn extends Turn {
  /** Text that the last message must hold; without it any message will do. */
  readonly when?: string;
  /** How many answers it gives; 1 when not said. */
  readonly times?: number;
}

/** Turns that were written for a test, used up in order. */
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

/** Reads what `PUT /lab/script` was sent; undefined when it is no list of turns. */
export function parseScript(value: unknown): ScriptedTurn[] | undefined {
  const isTurn = (turn: unknown) =>
    typeof turn === 'object' && turn !== null && Object.keys(turn).every((field) => TURN_FIELDS.includes(field));
  return Array.isArray(value) && value.every(isTurn) ? (value as ScriptedTurn[]) : undefined;
}
