import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { isMet, formatFigure, type Goal, type Row } from './row.ts';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly kernel: string;
  readonly node: string;
  readonly postgres: string;
  /**
   * The load average of the minute before the first measurement. It shows whether other programs used the same cores.
   */
  readonly loadBefore: number;
}

export function describeMachine(postgres: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    postgres,
    loadBefore: loadavg()[0] ?? 0,
  };
}

const HEADINGS = ['measured', 'figure', '', 'goal', 'met', 'details'];

/** Writes the table as Markdown with aligned columns, so that it is readable on a terminal too. */
export function toMarkdown(machine: Machine, rows: readonly Row[]): string {
  const cells = rows.map(({ what, value, unit, detail, goal }) => [
    what,
    formatFigure(value),
    unit,
    goal === undefined ? '' : goalText(goal),
    goal === undefined ? '' : isMet(value, goal) ? 'yes' : 'NO',
    detail,
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(3, heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => align(cell, widths[column] ?? 0, column === 1)).join(' | ')} |`;
  const { processor, cores, memoryGib, kernel, node, postgres, loadBefore } = machine;
  return [
    `${processor}, ${cores} cores, ${memoryGib} GiB, Linux ${kernel}, Node ${node}, PostgreSQL ${postgres}; load before: ${loadBefore.toFixed(2)}`,
    '',
    line(HEADINGS),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...cells.map(line),
    '',
  ].join('\n');
}

function align(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : cell.padEnd(width);
}

function goalText({ atLeast, atMost }: Goal): string {
  return atLeast === undefined ? `<= ${formatFigure(atMost ?? 0)}` : `>= ${formatFigure(atLeast)}`;
}

/** Saves the report next to earlier reports. Returns the path without its extension. */
export function saveReport(folder: string, subject: string, machine: Machine, rows: readonly Row[]): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${subject}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`);
  writeFileSync(`${path}.md`, toMarkdown(machine, rows));
  writeFileSync(`${path}.json`, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  return path;
}
