import { once } from 'node:events';
import { FALLBACK_WIDTH, type Io } from '../io.ts';
import { layoutTable, type Cell, type Column, type TableLayout } from './table.ts';
import { fitText, printable } from './text-width.ts';
import { VARIABLES } from '../variables.ts';

/**
 * The output of a command. Only data go to stdout, so that a pipe gets exactly the data. Messages, questions and
 * progress go to stderr.
 */
export class Terminal {
  readonly json: boolean;
  readonly #io: Io;
  readonly #colour: boolean;
  #live = '';
  #anyJson = false;

  constructor(io: Io, options: { json: boolean; color: boolean }) {
    this.#io = io;
    this.json = options.json;
    // https://no-color.org: set and not empty means no colour.
    this.#colour = options.color && !io.env[VARIABLES.noColor.name] && io.env['TERM'] !== 'dumb';
  }

  get layout(): TableLayout {
    const { isTTY = false, columns } = this.#io.stdout;
    return { width: isTTY ? columns || FALLBACK_WIDTH : undefined, colour: this.#colour && isTTY };
  }

  /** A bar can be redrawn only where both streams are the person's terminal. */
  get isLive(): boolean {
    const { env, stdout, stderr } = this.#io;
    return stderr.isTTY === true && (this.json || stdout.isTTY === true) && env['TERM'] !== 'dumb';
  }

  get liveWidth(): number {
    // One cell less: some terminals wrap as soon as the last one is filled.
    return (this.#io.stderr.columns || FALLBACK_WIDTH) - 1;
  }

  /** The one document of a command in JSON. */
  async document(value: unknown): Promise<void> {
    if (this.#anyJson) throw new Error('a command prints one document');
    this.#anyJson = true;
    await this.raw(`${JSON.stringify(value, null, 2)}\n`);
  }

  async lines(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await this.raw(lines.map((line) => `${line}\n`).join(''));
  }

  async table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Promise<void> {
    await this.lines(layoutTable(columns, rows, this.layout).lines);
  }

  /** Waits for a slow reader, so that a long listing never piles up in memory. */
  async raw(text: string): Promise<void> {
    await this.data(text);
  }

  /** Bytes of a file as they are. */
  async data(bytes: Uint8Array | string): Promise<void> {
    this.#wipe();
    if (!this.#io.stdout.write(bytes)) await once(this.#io.stdout, 'drain');
    this.#draw();
  }

  /** A sentence for people. The bar, when there is one, stays below it. */
  note(text: string): void {
    this.#wipe();
    this.#io.stderr.write(`${printable(text)}\n`);
    this.#draw();
  }

  /** Draws a line in place of the former one. */
  live(text: string): void {
    this.#wipe();
    this.#live = text;
    this.#draw();
  }

  /** Removes the live line, or leaves it as the last line of the output. */
  endLive(keep: 'keep' | 'remove' = 'remove'): void {
    if (this.#live === '') return;
    if (keep === 'keep') this.#io.stderr.write('\n');
    else this.#wipe();
    this.#live = '';
  }

  #wipe(): void {
    if (this.#live !== '') this.#io.stderr.write('\r\u001b[2K');
  }

  #draw(): void {
    if (this.#live !== '') this.#io.stderr.write(fitText(this.#live, this.liveWidth));
  }
}
