import { once } from 'node:events';
import { FALLBACK_WIDTH, type Io } from '../io.ts';
import { layoutTable, type Cell, type Column, type TableLayout } from './table.ts';
import { escapeInvisible, fitText, printable } from './text-width.ts';
import { VARIABLES } from '../variables.ts';

/**
 * Prints the output of a command. Only data goes to stdout, so that a pipe gets exactly the data. Messages, questions
 * and progress go to stderr.
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
    // https://no-color.org: NO_COLOR disables colours if it is set and not empty.
    this.#colour = options.color && !io.env[VARIABLES.noColor.name] && io.env['TERM'] !== 'dumb';
  }

  get layout(): TableLayout {
    const { isTTY = false, columns } = this.#io.stdout;
    return { width: isTTY ? columns || FALLBACK_WIDTH : undefined, colour: this.#colour && isTTY };
  }

  /** Whether a progress bar can be redrawn. stderr must be a terminal, and stdout too unless the output is JSON. */
  get isLive(): boolean {
    const { env, stdout, stderr } = this.#io;
    return stderr.isTTY === true && (this.json || stdout.isTTY === true) && env['TERM'] !== 'dumb';
  }

  get liveWidth(): number {
    // Leaves one cell empty, because some terminals wrap as soon as the last cell is filled.
    return (this.#io.stderr.columns || FALLBACK_WIDTH) - 1;
  }

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

  /**
   * Prints a text and waits for a slow reader, so that a long listing never fills the memory. On a terminal, escapes
   * characters in JSON that would control the terminal or reorder the text. Other readers get the text unchanged.
   */
  async raw(text: string): Promise<void> {
    await this.data(this.json && this.#io.stdout.isTTY === true ? escapeInvisible(text) : text);
  }

  /** Prints the bytes of a file unchanged. */
  async data(bytes: Uint8Array | string): Promise<void> {
    this.#wipe();
    if (!this.#io.stdout.write(bytes)) await once(this.#io.stdout, 'drain');
    this.#draw();
  }

  /** Prints a message for people. The progress bar, if any, stays below it. */
  note(text: string): void {
    this.#wipe();
    this.#io.stderr.write(`${printable(text)}\n`);
    this.#draw();
  }

  live(text: string): void {
    this.#wipe();
    this.#live = text;
    this.#draw();
  }

  /** Removes the live line, or keeps it as the last line of the output. */
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
