/** `npm run mutate -- PATH...`: breaks the guards below these paths one at a time, and lists those that no test noticed. */
import { readFileSync, statSync, globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findReached } from './find-reached.ts';
import { CHECKOUT, packageOf, startShared } from './packages.ts';
import { Results, resultTable } from './results.ts';
import { tryBreaks } from './try-breaks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Ends after this many minutes. The next run continues. */
    minutes: { type: 'string', default: '60' },
    /** Test files that run at the same time. */
    jobs: { type: 'string', default: '1' },
    /** The maximum number of test files to run for one guard. */
    files: { type: 'string', default: '8' },
    /** Only runs test files whose path matches. */
    tests: { type: 'string', default: '' },
    /** Includes the long tests. */
    faults: { type: 'boolean', default: false },
    /** Tries survivors again. */
    again: { type: 'boolean', default: false },
    /** Prints the table of earlier runs and ends. */
    table: { type: 'boolean', default: false },
  },
});

function sourcesBelow(path: string): string[] {
  const from = relative(CHECKOUT, join(process.cwd(), path));
  const found = statSync(join(CHECKOUT, from)).isDirectory() ? globSync(`${from}/**/*.ts`, { cwd: CHECKOUT }) : [from];
  return found
    .filter((file) => !/\.test\.ts$|\.d\.ts$|\/(?:node_modules|dist|test|migrations)\//.test(file))
    .toSorted();
}

const sources = positionals.flatMap(sourcesBelow);
const results = Results.open(sources);
if (!values.table && sources.length > 0) {
  const [first = ''] = sources;
  const tested = packageOf(first, values.faults);
  const stray = sources.find((source) => !source.startsWith(`${tested.folder}/`));
  if (stray !== undefined) throw new Error(`${stray} is not in ${tested.folder}; run one package at a time`);
  const wanted = new RegExp(values.tests);
  const chosen = { ...tested, testFiles: tested.testFiles.filter((file) => wanted.test(file)) };
  const deadline = performance.now() + Number(values.minutes) * 60_000;
  const shared = await startShared(chosen);
  try {
    const texts = new Map(sources.map((source) => [source, readFileSync(join(CHECKOUT, source), 'utf8')]));
    const reached = await findReached(chosen, texts, Number(values.jobs));
    await tryBreaks(chosen, texts, reached, {
      results,
      shared,
      deadline,
      jobs: Number(values.jobs),
      mostFiles: Number(values.files),
      triesSurvivors: values.again,
    });
  } finally {
    await shared.stop();
  }
}
process.stdout.write(resultTable(results));
process.exit();
