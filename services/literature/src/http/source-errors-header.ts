import type { Response } from 'express';

interface FailedSource {
  readonly source: string;
  readonly message: string;
}

/** Sets a header that lists the sources that failed. The response then has only the results of the other sources. */
export function setSourceErrors(res: Response, failures: readonly FailedSource[]): void {
  if (failures.length === 0) return;
  const text = failures.map(({ source, message }) => `${source}: ${message}`).join('; ');
  res.setHeader('X-Source-Errors', headerText(text));
}

const MAX_HEADER_LENGTH = 4_000;

/** Replaces all characters except visible ASCII, because headers cannot contain other characters. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_HEADER_LENGTH);
}
