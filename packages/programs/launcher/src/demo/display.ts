import type { WorkflowStats } from '@almagest/contracts/grid';
import { barLine, countsLine, rateOf, recentSamples, type Sample } from './progress.ts';

const FALLBACK_WIDTH = 80;
const WIPE = '\r\u001B[2K';

/** Prints the output of the demonstration: lines of text and, on a terminal, a progress bar below them. */
export class Display {
  /** Whether the output is a terminal. Otherwise each change is printed on its own line. */
  readonly isLive = process.stdout.isTTY && process.env['TERM'] !== 'dumb';
  #samples: Sample[] = [];
  #bar = '';
  #counts = '';

  say(text: string): void {
    this.#aside(() => process.stdout.write(`${text}\n`));
  }

  warn(text: string): void {
    this.#aside(() => process.stderr.write(`almagest: ${text}\n`));
  }

  show(stats: WorkflowStats): void {
    this.#samples = recentSamples([
      ...this.#samples,
      { atMs: performance.now(), done: stats.converged + stats.failed },
    ]);
    const rate = rateOf(this.#samples);
    const counts = countsLine(stats, null);
    if (this.isLive) {
      // Leaves one cell empty, because some terminals wrap as soon as the last cell is filled.
      this.#bar = barLine(stats, rate, (process.stdout.columns || FALLBACK_WIDTH) - 1);
      process.stdout.write(WIPE + this.#bar);
    } else if (counts !== this.#counts) {
      process.stdout.write(`${countsLine(stats, rate)}\n`);
    }
    this.#counts = counts;
  }

  endBar(): void {
    if (this.#bar !== '') process.stdout.write('\n');
    this.#bar = '';
  }

  #aside(write: () => void): void {
    if (this.#bar !== '') process.stdout.write(WIPE);
    write();
    process.stdout.write(this.#bar);
  }
}
