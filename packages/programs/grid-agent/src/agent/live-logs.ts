import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogTail } from '@almagest/contracts/grid';
import type { Coordinator } from '../coordinator/client.ts';
import { retryAfterOf } from '../coordinator/request-result.ts';
import { LOG_TAIL_BYTES, logText, nextWaitMs } from '../decisions/log-tail.ts';
import { MAX_RETRY_AFTER_MS } from '../decisions/retries.ts';
import { openRegular } from '../disk/regular-file.ts';
import { STDERR_FILE, STDOUT_FILE } from '../engine/engine-processes.ts';
import type { Membership } from './membership.ts';

interface LiveLogsDeps {
  readonly coordinator: Coordinator;
  readonly membership: Membership;
  /** The first wait. Later waits are longer. */
  readonly heartbeatMs: number;
}

const NOT_FOUND = 404;

/** Sends the end of each running task's log, so that people can follow the task. Does not repeat lost messages. */
export class LiveLogs {
  readonly #deps: LiveLogsDeps;
  #isUnsupported = false;

  constructor(deps: LiveLogsDeps) {
    this.#deps = deps;
  }

  /** Sends the log of a task after each change, until the signal is aborted. Never throws. */
  async follow(taskId: string, folder: string, signal: AbortSignal): Promise<void> {
    let sent = '';
    let waitMs = this.#deps.heartbeatMs;
    let pauseMs = 0;
    while (await hasSlept(Math.max(waitMs, pauseMs), signal)) {
      waitMs = nextWaitMs(waitMs);
      if (this.#isUnsupported) return;
      const [stdout, stderr] = await Promise.all([endOf(join(folder, STDOUT_FILE)), endOf(join(folder, STDERR_FILE))]);
      const state = `${stdout.end} ${stderr.end}`;
      if (state === sent || signal.aborted) continue;
      const { coordinator, membership } = this.#deps;
      const answer = await coordinator.sendLog({ task_id: taskId, stdout, stderr }, membership.token);
      if (answer.kind === 'answered') sent = state;
      else pauseMs = Math.min(retryAfterOf(answer) ?? 0, MAX_RETRY_AFTER_MS);
      // Earlier versions of the coordinator do not have this path.
      if (answer.kind === 'refused' && answer.status === NOT_FOUND) this.#isUnsupported = true;
    }
  }
}

async function hasSlept(ms: number, signal: AbortSignal): Promise<boolean> {
  return await sleep(ms, true, { signal }).catch(() => false);
}

/** Returns the end of a log. A log that cannot be read counts as empty. */
async function endOf(path: string): Promise<LogTail> {
  try {
    await using handle = await openRegular(path);
    const { size } = await handle.stat();
    const from = Math.max(0, size - LOG_TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(LOG_TAIL_BYTES), position: from });
    return { end: from + bytesRead, text: logText(buffer.subarray(0, bytesRead), from > 0) };
  } catch {
    return { end: 0, text: '' };
  }
}
