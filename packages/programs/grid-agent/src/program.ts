import { runAgent } from './agent/run-agent.ts';
import type { Stop } from './agent/stop.ts';
import { AgentError } from './agent-error.ts';
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
    log.error(error instanceof AgentError ? error.message : String(error instanceof Error ? error.stack : error));
    return error instanceof AgentError && error.isLasting ? EXIT_UNWANTED : EXIT_FAILED;
  }
}
