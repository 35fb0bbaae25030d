#!/usr/bin/env node
import { runConsoleBenchmark } from './console/run.ts';
import { runGridBenchmark } from './grid/run.ts';
import { runAccountsBenchmark, runLiteratureBenchmark, runPdfBenchmark } from './literature/run.ts';
import { runReaderBenchmark } from './reader/run.ts';
import { readOptions, USAGE, UsageError, type Options } from './options.ts';
import { readLastReport, worseFigures } from './report/compare-reports.ts';
import { describeMachine, saveReport, toMarkdown } from './report/report.ts';
import { formatFigure, type Row } from './report/row.ts';
import { openSite, type Site } from './site/site.ts';

const REPORTS = new URL('../../../../.bench/', import.meta.url).pathname;

const options = optionsOrExit();
let opened: Pick<Site, 'close'> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void (opened?.close() ?? Promise.resolve()).finally(() => process.exit(130)));
}

try {
  const site = await openSite((one) => (opened = one));
  const client = await site.connect('postgres');
  const { rows: versions } = await client.query<{ server_version: string }>('show server_version');
  const machine = describeMachine(versions[0]?.server_version ?? 'unknown');
  const rows: Row[] = [];
  const wants = (subject: Options['subject']) => options.subject === subject || options.subject === 'all';
  if (wants('grid')) rows.push(...(await runGridBenchmark(site, options, print)));
  if (wants('console')) rows.push(...(await runConsoleBenchmark(site, options, print)));
  if (wants('literature')) rows.push(...(await runLiteratureBenchmark(site, options, print)));
  if (options.subject === 'pdf') rows.push(...(await runPdfBenchmark(site, options, print)));
  if (options.subject === 'accounts') rows.push(...(await runAccountsBenchmark(site, print)));
  if (wants('reader')) rows.push(...(await runReaderBenchmark(site, print)));
  await site.close();
  process.stdout.write(`\n${toMarkdown(machine, rows)}`);
  const last = readLastReport(REPORTS, options.subject, machine);
  const worse = last === undefined ? [] : worseFigures(last.rows, rows);
  if (worse.length > 0)
    process.stdout.write(`worse than in the last report by more than a tenth:\n  ${worse.join('\n  ')}\n`);
  process.stdout.write(`saved as ${saveReport(REPORTS, options.subject, machine, rows)}.md and .json\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  await opened?.close();
  process.exit(1);
}

/** Prints each figure to stderr immediately. The table follows at the end. */
function print({ what, value, unit }: Row): void {
  process.stderr.write(`${what}: ${formatFigure(value)} ${unit}\n`);
}

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}
