#!/usr/bin/env node
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { runTask } from './run-task.ts';
import { readTask, type Task } from './task.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A reader never sees half a file: the rename is atomic inside one folder. */
function writeWhole(path: string, text: string): void {
  const partial = `${path}.${process.pid}.tmp`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

/** Works on the task of the current folder. result.json comes last: once it is there, all other files are. */
function work(task: Task): void {
  const seedText = existsSync('seed.7') ? readFileSync('seed.7', 'utf8') : null;
  const { result, model, spectrum } = runTask(task, seedText, () => performance.now() / 1000);
  if (model !== null) writeWhole('out.7', model);
  if (spectrum !== null) writeWhole('spectrum.dat', spectrum);
  writeWhole('result.json', `${JSON.stringify(result, null, 2)}\n`);
}

function readTaskFile(): Task {
  try {
    return readTask(readFileSync('task.json', 'utf8'));
  } catch (error) {
    throw new Error(`task.json cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

try {
  work(readTaskFile());
} catch (error) {
  process.stderr.write(`grey-atmosphere: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
