// Must be the first import, because later imports may need features that an older Node lacks.
import './require-node.ts';
import { readBuild } from './build.ts';
import { ConfigurationError } from './environment.ts';
import type { Logger } from './log.ts';
import { startWatchdog } from './watchdog.ts';

/** Closes everything that was opened, in reverse order. */
export type Stop = () => Promise<void>;

export interface Started {
  readonly log: Logger;
  readonly stop: Stop;
  /** Seconds that the event loop may be blocked before the process exits. 0 or undefined means no limit. */
  readonly watchdogSec?: number;
}

const STOP_LIMIT_MS = 10_000;
const EXIT_CONFIGURATION = 78; // EX_CONFIG of sysexits.h. A supervisor need not restart the process.

/**
 * Runs a process from its configuration to its end.
 *
 * SIGTERM and SIGINT stop the process: it takes no new work, finishes or hands back running work within 10 s, and exits
 * with 0. A second signal is ignored, because a signal to a process group may arrive twice. A malformed configuration
 * ends the process with one line for each fault. An uncaught error ends it with one line in the log and exit code 1. A
 * process that hangs exits (`startWatchdog`).
 */
export async function runProcess<C>(readConfig: () => C, start: (config: C) => Promise<Started>): Promise<void> {
  try {
    const build = readBuild();
    if (process.argv.includes('--version')) {
      process.stdout.write(`${build.version}${build.commit === null ? '' : ` (${build.commit})`}\n`);
      return;
    }
    const { log, stop, watchdogSec = 0 } = await start(readConfig());
    log.info(build, 'started');
    startWatchdog(String(log.bindings()['name']), watchdogSec);
    endOnFault(log);
    stopOnSignal(log, stop);
    switchLevelOnSignal(log);
  } catch (error) {
    if (error instanceof ConfigurationError) {
      process.stderr.write(`${error.message}\n`);
      process.exit(EXIT_CONFIGURATION);
    }
    process.stderr.write(`cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  }
}

/** After an uncaught error, the state of the process is unknown. The process exits, and its supervisor restarts it. */
function endOnFault(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    process.exit(1);
  });
}

/** SIGUSR2 switches between the configured level and `debug` without a restart. */
function switchLevelOnSignal(log: Logger): void {
  const configured = log.level;
  process.on('SIGUSR2', () => {
    log.level = log.level === 'debug' ? configured : 'debug';
    log.warn({ log_level: log.level }, 'changed the log level');
  });
}

function stopOnSignal(log: Logger, stop: Stop): void {
  let stopping = false;
  const end = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const overdue = setTimeout(() => {
      log.warn('could not finish all work in time');
      process.exit(0);
    }, STOP_LIMIT_MS);
    void stop()
      .catch((error: unknown) => log.error({ err: error }, 'failed to stop cleanly'))
      .finally(() => {
        clearTimeout(overdue);
        log.info('stopped');
        process.exit(0);
      });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
}
