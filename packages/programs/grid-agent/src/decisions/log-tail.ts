import { LOG_TAIL_CHARS } from '@almagest/contracts/grid';

/** The last bytes of a log to read: as many as the coordinator keeps characters. */
export const LOG_TAIL_BYTES = LOG_TAIL_CHARS;

const LONGEST_WAIT_MS = 60_000;
const GROWTH = 1.5;

/**
 * Returns how long to wait after another wait. The first waits are short, because people watch a task when it starts.
 */
export function nextWaitMs(waitMs: number): number {
  return Math.max(waitMs, Math.min(LONGEST_WAIT_MS, waitMs * GROWTH));
}

/**
 * Decodes the end of a log. Each byte that is not text becomes one character of one byte, so that the text is as long as
 * the bytes.
 *
 * @param isCut whether the log has earlier bytes. The rest of the first line is dropped.
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
