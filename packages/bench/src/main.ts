import { constants } from 'node:os';
import { runGridBenchmark } from './grid/run.ts';
import { readOptions, USAGE, UsageFault, type Options } from './options.ts';
import { Results } from './report/results.ts';
import { writeReport } from './report/write.ts';
import { openSite, type Site } from './site/site.ts';

const EXIT_USAGE = 64;

let site: Pick<Site, 'close'> | undefined;
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void Promise.resolve(site?.close()).finally(() => process.exit(128 + constants.signals[signal]));
  });
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  if (error instanceof UsageFault) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(EXIT_USAGE);
  }
  // What fails while everything is being taken down is no news.
  if (!stopping) {
    await site?.close();
    process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
    process.exit(1);
  }
}

async function run(options: Options): Promise<void> {
  const begun = performance.now();
  const tell = (line: string) => {
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0).padStart(4);
    process.stderr.write(`${seconds} s  ${line}\n`);
  };
  const results = new Results(tell);
  const opened = await openSite((early) => (site = early));
  const report = await runGridBenchmark(opened, options, results);
  await opened.close();
  const { text, file } = writeReport(report, results);
  process.stdout.write(`\n${text}\nwritten to ${file}\n`);
}
