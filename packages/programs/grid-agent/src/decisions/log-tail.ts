import { LOG_TAIL_CHARS } from '@almagest/contracts/grid';

/** How many bytes of the end of a log to read. The coordinator keeps the same number of characters. */
export const LOG_TAIL_BYTES = LOG_TAIL_CHARS;

const LONGEST_WAIT_MS = 60_000;
const GROWTH = 1.5;

/**
 * Returns the wait that follows a wait of `waitMs`. The first waits are short, because people watch a task when it
 * starts.
 */
export function nextWaitMs(waitMs: number): number {
  return Math.max(waitMs, Math.min(LONGEST_WAIT_MS, waitMs * GROWTH));
}

/**
 * Decodes the end of a log. Replaces each byte that is not text with a one-byte character, so that the text has the
 * same length in bytes.
 *
 * @param isCut whether the log has earlier bytes. If so, the rest of the cut line is dropped.
 */
export function logText(bytes: Buffer, isCut: boolean): string {
  const lineEnd = isCut ? bytes.indexOf(0x0a) : -1;
  const kept = bytes.subarray(lineEnd + 1);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(kept).replaceAll('\0', ' ');
  } catch {
    return kept.toString('latin1').replaceAll(/[^\t\n\r\u0020-\u007e]/g, '?');
  }
}
