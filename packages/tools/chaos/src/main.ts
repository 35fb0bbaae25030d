#!/usr/bin/env node
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldReport, runField } from './field/run-field.ts';
import { runChaos } from './run/run-chaos.ts';
import { readOptions, USAGE, UsageError, type Options } from './options.ts';
import { describeMachine, toJson, toMarkdown } from './report.ts';

const options = optionsOrExit();
const path = join(options.out, `run-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}-${options.seed}`);
const folder = `${path}.work`;
mkdirSync(folder, { recursive: true });

let close: (() => Promise<void>) | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void (close?.() ?? Promise.resolve()).finally(() => leave(130, options.keep)));
}

try {
  say(`seed ${options.seed}`);
  if (options.field) {
    const outcome = await runField(options.seed, folder, { log: say, onOpened: (one) => (close = one) });
    writeFileSync(`${path}.md`, fieldReport(outcome));
    process.stdout.write(`\n${fieldReport(outcome)}\nsaved as ${path}.md\n`);
    leave(outcome.faults.length === 0 ? 0 : 1, options.keep || outcome.faults.length > 0);
  }
  const machine = describeMachine();
  const outcome = await runChaos(options, folder, { log: say, onOpened: (one) => (close = one) });
  const markdown = toMarkdown(options, machine, outcome);
  writeFileSync(`${path}.md`, markdown);
  writeFileSync(`${path}.json`, toJson(options, machine, outcome));
  process.stdout.write(`\n${markdown}\nsaved as ${path}.md and .json\n`);
  leave(outcome.faults.length === 0 ? 0 : 1, options.keep || outcome.faults.length > 0);
} catch (error) {
  process.stderr.write(`chaos: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  await close?.();
  leave(1, true);
}

/** Prints to stderr. The report goes to stdout at the end. */
function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

function leave(exitCode: number, keepWork: boolean): never {
  if (keepWork) say(`database, files and logs are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  process.exit(exitCode);
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
