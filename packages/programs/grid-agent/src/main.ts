#!/usr/bin/env node
import { runAgent } from './agent/run-agent.ts';
import { Stop, stopOnSignals } from './agent/stop.ts';
import { AgentFailure } from './failure.ts';
import { openLog } from './log.ts';
import { readSettings, type Settings } from './settings.ts';

const EXIT_FAILED = 1;
const EXIT_SETTINGS = 2;
/** The coordinator has rejected this node. A restart would only apply again. */
const EXIT_UNWANTED = 3;

async function main(settings: Settings): Promise<number> {
  // The tasks must go on if the reader of the log goes away.
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
    return error instanceof AgentFailure && error.isLasting ? EXIT_UNWANTED : EXIT_FAILED;
  }
}

const read = readSettings(process.argv.slice(2), process.env);
if (read.kind === 'ok') {
  // Deliveries that wait for a retry would keep the process alive; their reports are safe in the spool.
  process.exit(await main(read.settings));
} else if (read.kind === 'text') {
  process.stdout.write(read.text);
} else {
  for (const fault of read.faults) process.stderr.write(`grid-agent: ${fault}\n`);
  process.exitCode = EXIT_SETTINGS;
}
