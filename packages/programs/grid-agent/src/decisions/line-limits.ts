/** How long to wait for the start of an answer. The wait restarts with every chunk of an upload. */
export const ANSWER_MS = 60_000;

const LONGEST_ANSWER_MS = 3_600_000;

/**
 * Returns how long the answer to a download may take, in ms. `attempt` is counted from 1. A proxy may fetch the whole
 * file over a slow connection before it answers, and the file's size is unknown until then.
 */
export function downloadAnswerMs(attempt: number): number {
  return Math.min(ANSWER_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_ANSWER_MS);
}
