import { loadavg } from 'node:os';
import type { RowName, System } from './rows.ts';

/** One figure of the table. */
export interface Figure {
  readonly value: number;
  /** What a reader should know beside it: percentiles, processor time. */
  readonly detail: string;
  /** Processes that wanted a core in the minute before, of whoever uses the machine. */
  readonly load: number;
  readonly data: unknown;
}

/** Gathers figures, and tells of each as it comes. */
export class Results {
  readonly figures = new Map<RowName, Partial<Record<System, Figure>>>();
  readonly #tell: (line: string) => void;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  put(row: RowName, system: System, value: number, detail: string, data: unknown = {}): void {
    const load = loadavg()[0] ?? 0;
    this.figures.set(row, { ...this.figures.get(row), [system]: { value, detail, load, data } });
    this.#tell(`${row}, ${system}: ${value.toPrecision(4)} (${detail}; load ${load.toFixed(1)})`);
  }

  /** Tells what is under way. */
  note(line: string): void {
    this.#tell(line);
  }
}
