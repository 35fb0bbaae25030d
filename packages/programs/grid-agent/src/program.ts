import { runAgent } from './agent/run-agent.ts';
import type { Stop } from './agent/stop.ts';
import { AgentError, reasonOf } from './agent-error.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

const EXIT_FAILED = 1;
/** The coordinator has rejected this node. A restart would only apply again. */
const EXIT_UNWANTED = 3;

/** Runs the agent until it has drained or cannot continue. Returns the exit code of the program. */
export async function run(settings: Settings, stop: Stop, log: Log): Promise<number> {
  try {
    await runAgent(settings, stop, log);
    log.info('agent ended');
    return 0;
  } catch (error) {
    log.error(messageOf(error));
    return error instanceof AgentError && error.isLasting ? EXIT_UNWANTED : EXIT_FAILED;
  }
}

/**
 * Returns the text of an error. If the system refuses a file, operators need the path in the message but no stack
 * trace.
 */
function messageOf(error: unknown): string {
  if (error instanceof AgentError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? `the agent cannot continue: ${reasonOf(error)}` : (error.stack ?? error.message);
}
