import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { breaksOf, type Break } from './breaks.ts';
import { broken } from './broken-source.ts';
import { guardKey, type Reached } from './find-reached.ts';
import { inParallel } from './in-parallel.ts';
import { CHECKOUT, type Package, type Started } from './packages.ts';
import { breakKey, lineOf, type Result, type Results } from './results.ts';
import { runFile } from './run-file.ts';

export interface Options {
  readonly results: Results;
  readonly shared: Started;
  /** In milliseconds of `performance.now()`. No further breaks are tried after it. */
  readonly deadline: number;
  readonly jobs: number;
  readonly mostFiles: number;
  readonly triesSurvivors: boolean;
}

/** The number of breaks after which the databases of killed test files are dropped. */
const TRIED_TOGETHER = 12;
/** A run is stopped when it takes this many times as long as before. With a broken guard, a test may never end. */
const MOST_TIMES_LONGER = 4;
const GRACE_MS = 20_000;

interface Candidate {
  readonly file: string;
  /** The number of tests up to the last one that reaches the guard. */
  readonly tests: number;
  readonly ms: number;
}

/** Breaks one guard after another and runs the tests that reach it. */
export async function tryBreaks(
  tested: Package,
  texts: ReadonlyMap<string, string>,
  reached: Reached,
  options: Options,
): Promise<void> {
  const { results, shared, deadline, jobs } = options;
  const all = [...texts].flatMap(([source, text]) => breaksOf(source, text).map((one) => ({ source, text, one })));
  const isLeft = ({ source, text, one }: (typeof all)[number]) => {
    const known = results.find(breakKey(source, text, one));
    return known === undefined || (options.triesSurvivors && known.status === 'survived');
  };
  const left = all.filter(isLeft);
  process.stderr.write(`${all.length} ways to break a guard, ${left.length} left to try\n`);
  /** How many breaks of a source each test file has noticed. */
  const noticed = new Map<string, number>();
  for (let at = 0; at < left.length && performance.now() < deadline; at += TRIED_TOGETHER) {
    await inParallel(left.slice(at, at + TRIED_TOGETHER), jobs, async ({ source, text, one }) => {
      const result = await tryOne(tested, { source, text, one }, candidates(source, one, reached, noticed), options);
      if (result.by !== undefined) {
        const key = `${source} ${result.by.split(':', 1)[0]}`;
        noticed.set(key, (noticed.get(key) ?? 0) + 1);
      }
      results.add(result);
      process.stderr.write(
        `${result.status} ${source}:${result.line} ${one.what}${result.by ? ` (${result.by})` : ''}\n`,
      );
    });
    await shared.clean();
  }
}

/** Files that have noticed other breaks of the source come first, then the quickest. */
function candidates(source: string, one: Break, reached: Reached, noticed: ReadonlyMap<string, number>): Candidate[] {
  const key = guardKey(source, one.reach);
  const found: Candidate[] = [];
  for (const [file, steps] of reached) {
    const last = steps.findLastIndex(({ guards }) => guards.has(key));
    if (last >= 0) found.push({ file, tests: last + 1, ms: steps[last]?.endedMs ?? 0 });
  }
  const worth = ({ file, ms }: Candidate) => ((noticed.get(`${source} ${file}`) ?? 0) + 0.2) / (ms + 1_000);
  return found.toSorted((a, b) => worth(b) - worth(a));
}

async function tryOne(
  tested: Package,
  { source, text, one }: { readonly source: string; readonly text: string; readonly one: Break },
  tried: readonly Candidate[],
  { mostFiles }: Options,
): Promise<Result> {
  const base = { key: breakKey(source, text, one), source, line: lineOf(text, one.start), what: one.what };
  const plan = { sources: { [pathToFileURL(join(CHECKOUT, source)).href]: broken(text, one) } };
  for (const { file, tests, ms } of tried.slice(0, mostFiles)) {
    const limitMs = MOST_TIMES_LONGER * ms + GRACE_MS;
    const outcome = await runFile(tested, join(CHECKOUT, file), { plan, tests, limitMs });
    if (outcome.kind !== 'passed')
      return { ...base, status: 'killed', by: `${file}: ${outcome.test}`, ended: outcome.kind };
  }
  return { ...base, status: 'survived', files: Math.min(tried.length, mostFiles), reachedBy: tried.length };
}
