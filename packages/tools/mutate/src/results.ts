import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { breaksOf, type Break } from './breaks.ts';
import { CHECKOUT } from './packages.ts';

export interface Result {
  readonly key: string;
  readonly source: string;
  readonly line: number;
  readonly what: string;
  readonly status: 'killed' | 'survived';
  /** The test file and the test that failed. */
  readonly by?: string;
  readonly ended?: 'failed' | 'hung';
  /** The number of test files that ran, and of the test files that reach the guard. */
  readonly files?: number;
  readonly reachedBy?: number;
}

const FILE = join(CHECKOUT, 'node_modules/.cache/mutate/results.jsonl');
/** Survivors that are harmless, with the reason. Each line is `source | what | reason`. */
const EXCUSED = join(import.meta.dirname, '../excused.txt');

/** The results of all runs, kept so that a run continues where an earlier run ended. */
export class Results {
  readonly sources: readonly string[];
  readonly #results = new Map<string, Result>();
  readonly #excused: ReadonlyMap<string, string>;

  static open(sources: readonly string[]): Results {
    return new Results(sources);
  }

  private constructor(sources: readonly string[]) {
    this.sources = sources;
    for (const line of linesOf(FILE)) {
      const result = JSON.parse(line) as Result;
      this.#results.set(result.key, result);
    }
    const excused = linesOf(EXCUSED).map((line) => line.split(' | ') as [string, string, string]);
    this.#excused = new Map(excused.map(([source, what, reason]) => [`${source} | ${what}`, reason]));
  }

  find(key: string): Result | undefined {
    return this.#results.get(key);
  }

  add(result: Result): void {
    this.#results.set(result.key, result);
    mkdirSync(dirname(FILE), { recursive: true });
    appendFileSync(FILE, `${JSON.stringify(result)}\n`);
  }

  excuseOf({ source, what }: Pick<Result, 'source' | 'what'>): string | undefined {
    return this.#excused.get(`${source} | ${what}`);
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** Returns the key of a break. The key stays the same when lines above it are added or removed. */
export function breakKey(source: string, text: string, { start, end, replacement }: Break): string {
  const line = text.slice(0, start).lastIndexOf('\n') + 1;
  const around = text.slice(Math.max(0, line - 200), text.indexOf('\n', end));
  return createHash('sha256')
    .update([source, around, start - line, replacement].join('\0'))
    .digest('hex')
    .slice(0, 20);
}

/** Returns a Markdown table of the folders, and the survivors. */
export function resultTable(results: Results): string {
  const rows = new Map<string, { all: number; tried: number; killed: number; excused: number; left: string[] }>();
  for (const source of results.sources) {
    const text = readFileSync(join(CHECKOUT, source), 'utf8');
    const folder = dirname(source);
    const row = rows.get(folder) ?? { all: 0, tried: 0, killed: 0, excused: 0, left: [] };
    rows.set(folder, row);
    for (const one of breaksOf(source, text)) {
      row.all += 1;
      const result = results.find(breakKey(source, text, one));
      if (result === undefined) continue;
      row.tried += 1;
      if (result.status === 'killed') row.killed += 1;
      else if (results.excuseOf({ source, what: one.what }) !== undefined) row.excused += 1;
      else
        row.left.push(
          `${source}:${lineOf(text, one.start)} ${one.what} (${result.files} of ${result.reachedBy} files)`,
        );
    }
  }
  const lines = ['| Folder | Guards | Tried | Killed | Excused | Survived |', '| --- | --- | --- | --- | --- | --- |'];
  for (const [folder, { all, tried, killed, excused, left }] of rows)
    lines.push(`| \`${folder}\` | ${all} | ${tried} | ${killed} | ${excused} | ${left.length} |`);
  return [...lines, '', ...[...rows.values()].flatMap(({ left }) => left), ''].join('\n');
}
