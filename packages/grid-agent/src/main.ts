#!/usr/bin/env node
import { runAgent } from './agent/run-agent.ts';
import { Stop, stopOnSignals } from './agent/stop.ts';
import { AgentFailure } from './failure.ts';
import { openLog } from './log.ts';
import { readSettings, type Settings } from './settings.ts';

/** Bad settings, as against a failure at work: a supervisor should not start the agent again. */
const EXIT_SETTINGS = 2;

async function main(settings: Settings): Promise<number> {
  // Who reads the log may go away; the tasks must not go with it.
  process.stdout.on('error', () => undefined);
  const log = openLog(process.stdout, settings.nodeId);
  const stop = new Stop();
  stopOnSignals(stop, log);
  try {
    await runAgent(settings, stop, log);
    log.info('agent ended');
    return 0;
  } catch (error) {
    log.error(error instanceof AgentFailure ? error.message : String(error instanceof Error ? error.stack : error));
    return 1;
  }
}

const read = readSettings(process.argv.slice(2), process.env);
if (read.kind === 'ok') {
  // Deliveries that wait for their next attempt would keep the process: their reports are safe in the spool.
  process.exit(await main(read.settings));
} else if (read.kind === 'text') {
  process.stdout.write(read.text);
} else {
  for (const fault of read.faults) process.stderr.write(`grid-agent: ${fault}\n`);
  process.exitCode = EXIT_SETTINGS;
}
