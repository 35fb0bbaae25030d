import type { Operation } from '@almagest/contracts';
import { gridOperations } from '@almagest/contracts/grid';
import { compile } from '@almagest/contracts/validate';
import { textOf, type FormData, type HttpResponse } from '@almagest/http-client';
import { EXIT, CommandError, UsageError } from '../errors.ts';
import { explainRefusal } from './advice.ts';
import { pathOf, queryOf } from './coordinator-url.ts';
import type { Transport } from './transport.ts';

type Schema = Parameters<typeof compile>[0];
type Valid<S extends Schema> = Extract<ReturnType<ReturnType<typeof compile<S>>>, { ok: true }>['value'];
type Operations = typeof gridOperations;
export type OperationName = keyof Operations;
type Part<O, Key extends 'params' | 'query' | 'body'> =
  O extends Readonly<Record<Key, infer S extends Schema>> ? Readonly<Record<Key, Valid<S>>> : unknown;

/** The input of an operation according to its contract. */
type Input<N extends OperationName> = Part<Operations[N], 'params'> &
  Part<Operations[N], 'body'> &
  Partial<Part<Operations[N], 'query'>>;
type Reply<N extends OperationName> = Operations[N]['reply'] extends infer S extends Schema ? Valid<S> : never;

interface Extras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: FormData;
  readonly bytes?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** Calls the coordinator's operations by name. Paths, shapes and types come from the contract. */
export class GridClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get url(): string {
    return this.#transport.url;
  }

  get credential() {
    return this.#transport.credential;
  }

  /** Calls an operation that returns JSON and checks the reply against the contract. */
  async call<N extends OperationName>(name: N, input: Input<N>, extras: Extras = {}): Promise<Reply<N>> {
    return (await this.exchange(name, input, extras)).reply;
  }

  /** Like `call`, but also returns the cookies of the reply. */
  async exchange<N extends OperationName>(name: N, input: Input<N>, extras: Extras = {}) {
    const answer = await this.stream(name, input, extras);
    const text = await this.#transport.reaching(() => textOf(answer.body));
    return { reply: this.#checkReply(name, text) as Reply<N>, cookies: answer.cookies };
  }

  /**
   * Calls an operation and returns the unread response. Throws on an error status. `accept` lists accepted statuses in
   * addition to 200.
   */
  async stream<N extends OperationName>(
    name: N,
    input: Input<N>,
    { accept = [], ...extras }: Extras & { readonly accept?: readonly number[] } = {},
  ): Promise<HttpResponse> {
    const operation: Operation = gridOperations[name];
    const { params, query, body } = input as LooseInput;
    checkInput(operation.params, params, '');
    checkInput(operation.query, query, '--');
    checkInput(operation.body, body, '');
    const answer = await this.#transport.send({
      method: operation.method,
      target: pathOf(operation.path, params ?? {}) + queryOf(query ?? {}),
      json: body,
      ...extras,
    });
    if (answer.status === 200 || accept.includes(answer.status)) return answer;
    const text = await this.#transport.reaching(() => textOf(answer.body));
    const { status, headers } = answer;
    throw explainRefusal({ operation, url: this.url, credential: this.credential, status, body: text, headers });
  }

  /**
   * Yields the body of a streamed response. A connection that breaks during the body gives the same message as a
   * connection that fails to open.
   */
  async *chunks(answer: HttpResponse): AsyncGenerator<Uint8Array> {
    const body = answer.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#transport.reaching(() => body.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      answer.discard();
    }
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  #checkReply(name: OperationName, text: string): unknown {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new CommandError(`${this.url} does not answer with JSON. Is --url a coordinator’s address?`, EXIT.refused);
    }
    const checked = compile(gridOperations[name].reply as Schema)(value);
    if (checked.ok) return checked.value;
    const advice = 'Is --url a coordinator of this version?';
    throw new CommandError(
      `${this.url} answers ${name} in an unknown format (${checked.fault}). ${advice}`,
      EXIT.refused,
    );
  }
}

/** Checks the input against the contract before sending anything. Reports faults in the operator's terms. */
function checkInput(schema: Schema | undefined, value: unknown, prefix: string): void {
  if (!schema || value === undefined) return;
  const checked = compile(schema)(value);
  if (!checked.ok) throw new UsageError(`${prefix}${checked.fault}`);
}
