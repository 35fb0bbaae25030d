import { Socket } from 'node:net';
import pg from 'pg';
import { markOutage } from './outage.ts';

type Send = (...args: unknown[]) => unknown;

/** Times a text must have come before it is worth a place in the server's memory. */
const OFTEN = 5;

/** Statements kept prepared; a service has some dozens that come all day. */
const MAX_NAMED = 200;

/** Texts counted: queries with lists of changing length would otherwise be counted without end. */
const MAX_COUNTED = 2_000;

/** The names of the texts that come often; one for a pool, so that all its connections name a text alike. */
export class StatementNames {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** The name of a text; undefined while it is rare. */
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
 * A client that prepares frequent statements once for each connection. That saves about a fifth of PostgreSQL's time
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

/** How long answers are waited for. */
interface AnswerLimits {
  /** Milliseconds; 0: for ever. */
  readonly limitMs: number;
  /** Whether the server answers anybody. */
  readonly isAnswering: () => Promise<boolean>;
  /** Called for each answer. */
  readonly onAnswer: () => void;
  /** Called when the server refuses to write because it only reads. */
  readonly onReadOnly: () => void;
}

/** read_only_sql_transaction: after a failover, the connection leads to a standby. */
const READ_ONLY = '25006';

/** A statement that takes this long may be slow, or its server is frozen or cut off. Milliseconds. */
const SLOW_MS = 3_000;

/**
 * Waits for the answer, and marks an error with its origin. If the server does not answer, the connection is closed.
 */
async function whileAnswering<T>(socket: Socket, answer: Promise<T>, limits: AnswerLimits): Promise<T> {
  const { limitMs, isAnswering, onAnswer, onReadOnly } = limits;
  let isWaiting = true;
  // A client that pipelines would wait for all answers before it ends.
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

/** Whether the connection broke. Errors of the server itself have a severity. */
function isCut(error: unknown): boolean {
  const { code, severity, message } = error as { code?: unknown; severity?: unknown; message?: unknown };
  if (severity !== undefined) return false;
  return (typeof code === 'string' && /^E[A-Z]+$/.test(code)) || (typeof message === 'string' && CUT.test(message));
}
