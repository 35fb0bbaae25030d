#!/usr/bin/env node
import { Stop, stopOnSignals } from './agent/stop.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { leaveFirstProcess } from './first-process.ts';
import { openLog } from './log.ts';
import { run } from './program.ts';
import { readSettings } from './settings.ts';
import { runSlurm } from './slurm/run-slurm.ts';
import { runTrial } from './trial/run-trial.ts';

const EXIT_SETTINGS = 2;
const [command, ...rest] = process.argv.slice(2);

if (command === 'try') process.exit(await runTrial(rest, process.env));
if (command === 'slurm') process.exit(await runSlurm(rest, process.env));
if (command === 'doctor') process.exit(await runDoctor(rest, process.env));

leaveFirstProcess();

const read = readSettings(process.argv.slice(2), process.env);
if (read.kind === 'ok') {
  // The tasks must continue if the process that reads the log ends.
  process.stdout.on('error', () => undefined);
  const log = openLog(process.stdout, read.settings.nodeId);
  const stop = new Stop();
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  stopOnSignals(stop, log, { env: process.env, hasTerminal });
  // Waiting deliveries would keep the process alive. Their reports are safe in the spool.
  process.exit(await run(read.settings, stop, log));
} else if (read.kind === 'text') {
  process.stdout.write(read.text);
} else {
  for (const fault of read.faults) process.stderr.write(`grid-agent: ${fault}\n`);
  process.exitCode = EXIT_SETTINGS;
}
