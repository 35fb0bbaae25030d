import pg from 'pg';

/** At the end of a statement: it is the transaction's last, and the commit may go along with it. */
export const THEN_COMMIT = '/* then commit */';

/** A client's own `query`. */
export type Send = (...args: unknown[]) => unknown;

/** What pg's queries do with a connection, which its types leave out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts of the statements that the server has parsed, by name. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  bind(to: { readonly statement: string }): void;
  execute(portal: { readonly portal?: string; readonly rows?: number | undefined }): void;
  sync(): void;
}

interface Statement {
  readonly text: string;
  readonly name: string;
  readonly values: unknown[];
}

const WireQuery = pg.Query as unknown as new (
  statement: Statement,
  done: (error: Error | null | undefined, result: unknown) => void,
) => {
  readonly portal: string;
  submit(wire: Wire): unknown;
  handleCommandComplete(message: unknown, wire: Wire): void;
  _getRows(wire: Wire, rows: number | undefined): void;
};

const BEGIN = 'begin';
const COMMIT = 'commit';

/**
 * A statement with `begin` ahead of it, `commit` behind it, or both, in one message: the server skips what comes after an
 * error up to the end of the message (the extended query protocol's Sync), so a statement whose `begin` failed does not
 * run, and what failed is not committed.
 */
class EnclosedQuery extends WireQuery {
  readonly #begins: boolean;
  readonly #commits: boolean;
  /** Commands that have completed: the `begin`, where there is one, the statement, and the `commit`. */
  #completed = 0;

  constructor(
    statement: Statement,
    { begins, commits }: { readonly begins: boolean; readonly commits: boolean },
    done: (error: Error | null | undefined, result: unknown) => void,
  ) {
    super(statement, done);
    this.#begins = begins;
    this.#commits = commits;
  }

  override submit(wire: Wire): unknown {
    wire.stream.cork();
    try {
      if (this.#begins) run(wire, BEGIN);
      return super.submit(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  /** The statement's values have been sent by now; where they could not be, nothing is committed. */
  // oxlint-disable-next-line no-underscore-dangle -- pg's name
  override _getRows(wire: Wire, rows: number | undefined): void {
    // oxlint-disable-next-line no-underscore-dangle
    if (!this.#commits) return super._getRows(wire, rows);
    wire.execute({ portal: this.portal, rows });
    run(wire, COMMIT);
    wire.sync();
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#completed === this.#before) super.handleCommandComplete(message, wire);
    this.#completed += 1;
  }

  get hasCommitted(): boolean {
    return this.#completed > this.#before + 1;
  }

  /** Commands ahead of the statement's own. */
  get #before(): number {
    return this.#begins ? 1 : 0;
  }
}

function run(wire: Wire, statement: string): void {
  wire.bind({ statement });
  wire.execute({});
}

/**
 * Sends the `begin` of a transaction with its first statement, and the `commit` with its last where that is marked: a
 * trip to the database waits for its turn twice, here and there, which a busy service feels more than its work.
 *
 * Statements must have been parsed for it by name, as those are that come often; others go as they always did.
 */
export class TransactionTrips {
  readonly #client: pg.Client;
  readonly #send: Send;
  /** A `begin` that was asked for and not sent. */
  #owed = false;
  #committed = false;

  constructor(client: pg.Client, send: Send) {
    this.#client = client;
    this.#send = send;
  }

  /** What comes of a statement; undefined where it is to go as it is. */
  query(text: string, values: unknown[], name: string | undefined): unknown {
    if (text === BEGIN || text === COMMIT || text === 'rollback') return this.#bracket(text);
    if (this.#committed) return Promise.reject(new Error('the statement before this one was marked as the last'));
    const begins = this.#owed;
    const commits = text.endsWith(THEN_COMMIT) && this.#isParsed(COMMIT);
    this.#owed = false;
    if (!begins && !commits) return undefined;
    if (name !== undefined && this.#isParsed(name)) return this.#enclose({ text, name, values }, { begins, commits });
    return begins ? this.#after(BEGIN, { text, values, ...(name === undefined ? {} : { name }) }) : undefined;
  }

  #bracket(text: string): unknown {
    if (text === BEGIN && this.#isParsed(BEGIN)) {
      this.#owed = true;
      return told(text);
    }
    if (this.#owed || this.#committed) {
      this.#owed = false;
      this.#committed = false;
      return told(text);
    }
    return this.#send({ text, name: text });
  }

  #isParsed(name: string): boolean {
    return (this.#client as unknown as { readonly connection: Wire }).connection.parsedStatements[name] !== undefined;
  }

  #enclose(statement: Statement, brackets: { readonly begins: boolean; readonly commits: boolean }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const query = new EnclosedQuery(statement, brackets, (error, result) => {
        this.#committed = query.hasCommitted;
        if (error === null || error === undefined) resolve(result);
        else reject(error);
      });
      this.#send(query);
    });
  }

  async #after(first: string, then: object): Promise<unknown> {
    await this.#send({ text: first, name: first });
    return await this.#send(then);
  }
}

/** As pg tells of a statement without rows. */
function told(text: string): Promise<{ command: string; rowCount: null; rows: never[] }> {
  return Promise.resolve({ command: text.toUpperCase(), rowCount: null, rows: [] });
}
