#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { formatLog } from './run-log.ts';
import { runTask } from './run-task.ts';
import { readTask, type Task } from './task.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Writes a file atomically, so that no reader sees an incomplete file. A rename is atomic within a folder. */
function writeWhole(path: string, text: string): void {
  const partial = `${path}.${process.pid}.tmp`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

/** Performs the task of the current folder. Writes result.json last, so that the other files exist when it appears. */
function work(task: Task): void {
  const seedText = existsSync('seed.7') ? readFileSync('seed.7', 'utf8') : null;
  const outcome = runTask(task, seedText, () => performance.now() / 1000);
  const { result, model, unconverged, spectra } = outcome;
  process.stdout.write(formatLog(outcome));
  const structure = model ?? unconverged;
  if (structure !== null) writeWhole('out.7', structure);
  for (const { product, text } of spectra) {
    mkdirSync(product === null ? 'out' : 'out/spectrum', { recursive: true });
    writeWhole(product === null ? 'out/spectrum.txt' : `out/spectrum/${product}.txt`, text);
  }
  writeWhole(
    'result.json',
    `${JSON.stringify({ ...result, engine: { name: 'grey-atmosphere', version: readVersion() } }, null, 2)}\n`,
  );
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

function readTaskFile(): Task {
  try {
    return readTask(readFileSync('task.json', 'utf8'));
  } catch (error) {
    throw new Error(`cannot use task.json: ${messageOf(error)}`, { cause: error });
  }
}

try {
  work(readTaskFile());
} catch (error) {
  process.stderr.write(`grey-atmosphere: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
