import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { breaksOf, type Reach } from './breaks.ts';
import { withReach } from './broken-source.ts';
import { inParallel } from './in-parallel.ts';
import { CHECKOUT, type Package } from './packages.ts';
import { runFile, type Step } from './run-file.ts';

const LONGEST_FILE_MS = 15 * 60_000;
const CACHE = join(CHECKOUT, 'node_modules/.cache/mutate');

/** The tests of each file, with the guards that each has reached by their keys. */
export type Reached = ReadonlyMap<
  string,
  readonly (Omit<Step, 'reached'> & { readonly guards: ReadonlySet<string> })[]
>;

export function guardKey(source: string, { start, end }: Reach): string {
  return `${source} ${start} ${end}`;
}

/** Runs every test file once with sources that report which guards are reached. A file whose content was run before is not run again. */
export async function findReached(tested: Package, texts: ReadonlyMap<string, string>, jobs: number): Promise<Reached> {
  const keys: string[] = [];
  const sources: Record<string, string> = {};
  for (const [source, text] of texts) {
    const numberOf = (reach: Reach) => keys.push(guardKey(source, reach)) - 1;
    sources[pathToFileURL(join(CHECKOUT, source)).href] = withReach(text, breaksOf(source, text), numberOf);
  }
  const found = new Map<string, Step[]>();
  await inParallel(tested.testFiles, jobs, async (file) => {
    const steps = await cached(
      [JSON.stringify(sources), file, readFileSync(join(CHECKOUT, file), 'utf8')],
      async () => {
        const outcome = await runFile(tested, join(CHECKOUT, file), {
          plan: { sources },
          limitMs: LONGEST_FILE_MS,
          collects: true,
        });
        if (outcome.kind === 'passed') return outcome.steps;
        process.stderr.write(`left out, because it fails without a broken guard: ${file}, ${outcome.test}\n`);
        return undefined;
      },
    );
    if (steps !== undefined) found.set(file, [...steps]);
  });
  return new Map(
    [...found].map(([file, steps]) => [
      file,
      steps.map(({ name, endedMs, reached }) => ({
        name,
        endedMs,
        guards: new Set(reached.map((number) => keys[number] ?? '')),
      })),
    ]),
  );
}

async function cached<T>(content: readonly string[], compute: () => Promise<T | undefined>): Promise<T | undefined> {
  const file = join(CACHE, `${createHash('sha256').update(content.join('\0')).digest('hex').slice(0, 24)}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    const value = await compute();
    if (value === undefined) return undefined;
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(file, JSON.stringify(value));
    return value;
  }
}
