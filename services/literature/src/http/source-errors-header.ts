import type { Response } from 'express';

interface FailedSource {
  readonly source: string;
  readonly message: string;
}

/** Sets a header with the sources that failed, for responses that other sources could answer. */
export function setSourceErrors(res: Response, failures: readonly FailedSource[]): void {
  if (failures.length === 0) return;
  const text = failures.map(({ source, message }) => `${source}: ${message}`).join('; ');
  res.setHeader('X-Source-Errors', headerText(text));
}

const MAX_HEADER_LENGTH = 4_000;

/** Replaces all characters other than visible ASCII, which headers cannot carry. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_HEADER_LENGTH);
}
