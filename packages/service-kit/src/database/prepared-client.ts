import { Socket } from 'node:net';
import pg from 'pg';
import { markOutage, READ_ONLY } from './outage.ts';

type Send = (...args: unknown[]) => unknown;

/** A statement is prepared after this many uses, because a prepared statement takes memory on the server. */
const OFTEN = 5;

/** Maximum number of prepared statements. A service frequently uses a few dozen statements. */
const MAX_NAMED = 200;

/** Maximum number of counted statements. Queries with lists of varying length would grow the map forever. */
const MAX_COUNTED = 2_000;

/** Names frequent statements. A pool has one instance, so that all its connections use the same names. */
export class StatementNames {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** Returns the name of a statement, or undefined while it is rare. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_NAMED) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (this.#counts.size >= MAX_COUNTED) this.#counts.clear();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const fresh = `often_${this.#names.size + 1}`;
    this.#names.set(text, fresh);
    return fresh;
  }
}

/**
 * Returns a client that prepares frequent statements once per connection. That saves about a fifth of PostgreSQL's time
 * for a claim and a report (`npm run bench -- grid --only cycles`).
 *
 * Statements are still planned for the actual values (`plan_cache_mode`). A plan made while a table was small, or
 * without the constants that a partial index requires, would be kept too long.
 */
export function preparingClient(answers?: AnswerLimits): typeof pg.Client {
  const names = new StatementNames();
  return class PreparingClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const socket = new Socket();
      super({ ...config, stream: () => socket });
      const send = this.query.bind(this) as Send;
      const query: Send = (...args) => {
        const [text, values, ...rest] = args;
        if (typeof text !== 'string' || !Array.isArray(values)) return send(...args);
        const name = names.of(text);
        return name === undefined ? send(...args) : send({ name, text, values }, ...rest);
      };
      this.query = ((...args: unknown[]) => {
        const answer = query(...args);
        return answer instanceof Promise && answers ? whileAnswering(socket, answer, answers) : answer;
      }) as pg.Client['query'];
    }
  };
}

/** How long to wait for answers. */
interface AnswerLimits {
  /** Milliseconds. 0 means no limit. */
  readonly limitMs: number;
  /** Checks whether the server still answers on other connections. */
  readonly isAnswering: () => Promise<boolean>;
  readonly onAnswer: () => void;
  /** Called when the server refuses a write because it is read-only. */
  readonly onReadOnly: () => void;
}

/** If a statement takes this long, it may be slow, or its server may be frozen or unreachable. Milliseconds. */
const SLOW_MS = 3_000;

/** Waits for the answer and marks an error with its origin. Closes the connection if the server doesn't answer. */
async function whileAnswering<T>(socket: Socket, answer: Promise<T>, limits: AnswerLimits): Promise<T> {
  const { limitMs, isAnswering, onAnswer, onReadOnly } = limits;
  let isWaiting = true;
  // Destroy the socket, because a pipelining client would wait for all answers before it ends.
  const giveUp = () => socket.destroy();
  const limit = limitMs === 0 ? undefined : setTimeout(giveUp, limitMs).unref();
  const look = async () => {
    const isThere = await isAnswering();
    if (!isWaiting) return;
    if (isThere) lookLater();
    else giveUp();
  };
  let slow: NodeJS.Timeout | undefined;
  const lookLater = () => {
    slow = setTimeout(() => void look(), SLOW_MS).unref();
  };
  lookLater();
  try {
    const result = await answer;
    onAnswer();
    return result;
  } catch (error) {
    if ((error as { code?: unknown }).code === READ_ONLY) onReadOnly();
    throw isCut(error) ? markOutage('database', error) : error;
  } finally {
    isWaiting = false;
    clearTimeout(limit);
    clearTimeout(slow);
  }
}

const CUT = /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** Returns whether the connection broke. Errors of the server itself have a severity. */
function isCut(error: unknown): boolean {
  const { code, severity, message } = error as { code?: unknown; severity?: unknown; message?: unknown };
  if (severity !== undefined) return false;
  return (typeof code === 'string' && /^E[A-Z]+$/.test(code)) || (typeof message === 'string' && CUT.test(message));
}
