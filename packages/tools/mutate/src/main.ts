/**
 * `npm run mutate -- PATH...`: breaks the guards below these paths one at a time, and lists the breaks that no test
 * noticed.
 */
import { statSync, globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findReached } from './find-reached.ts';
import { numberBreaks } from './numbered.ts';
import { CHECKOUT, packageOf, startShared } from './packages.ts';
import { Results, resultTable } from './results.ts';
import { BreakTrial } from './try-breaks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Ends after this many minutes. The next run continues where this run ended. */
    minutes: { type: 'string', default: '60' },
    /** The maximum number of test files to run for one guard. */
    files: { type: 'string', default: '8' },
    /** Only runs test files whose path matches. */
    tests: { type: 'string', default: '' },
    /** Runs the tests of this package, which imports the broken package. */
    by: { type: 'string' },
    /** Includes the long tests. */
    faults: { type: 'boolean', default: false },
    /** Tests survivors again. */
    again: { type: 'boolean', default: false },
    /** Prints the table of earlier runs and ends. */
    table: { type: 'boolean', default: false },
  },
});

function sourcesBelow(path: string): string[] {
  const from = relative(CHECKOUT, join(process.cwd(), path));
  const found = statSync(join(CHECKOUT, from)).isDirectory() ? globSync(`${from}/**/*.ts`, { cwd: CHECKOUT }) : [from];
  return found
    .filter((file) => !/\.test\.ts$|\.d\.ts$|\/(?:node_modules|dist|test|migrations)\/|migration\.ts$/.test(file))
    .toSorted();
}

const sources = positionals.flatMap(sourcesBelow);
const results = Results.open(sources);
if (!values.table && sources.length > 0) {
  const [first = ''] = sources;
  const own = packageOf(first, values.faults);
  const stray = sources.find((source) => !source.startsWith(`${own.folder}/`));
  if (stray !== undefined) throw new Error(`${stray} is not in ${own.folder}. Run one package at a time`);
  const tested = values.by === undefined ? own : packageOf(join(values.by, 'package.json'), values.faults);
  const wanted = new RegExp(values.tests);
  const chosen = { ...tested, testFiles: tested.testFiles.filter((file) => wanted.test(file)) };
  const deadline = performance.now() + Number(values.minutes) * 60_000;
  const shared = await startShared(chosen);
  try {
    const { all, plan } = numberBreaks(sources);
    const reached = await findReached(chosen, plan);
    const trial = new BreakTrial(chosen, plan, reached, {
      results,
      shared,
      deadline,
      mostFiles: Number(values.files),
      triesSurvivors: values.again,
    });
    await trial.tryAll(all);
  } finally {
    await shared.stop();
  }
}
process.stdout.write(resultTable(results));
process.exit();
