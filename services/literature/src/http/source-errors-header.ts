import type { Response } from 'express';

interface SourceError {
  readonly source: string;
  readonly message: string;
}

/** Names in a header the sources that failed while the others answered. */
export function setSourceErrors(res: Response, failures: readonly SourceError[]): void {
  if (failures.length === 0) return;
  const text = failures.map(({ source, message }) => `${source}: ${message}`).join('; ');
  res.setHeader('X-Source-Errors', headerText(text));
}

const MAX_HEADER_LENGTH = 4_000;

/** Replaces what is not visible ASCII, which a header cannot hold. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_HEADER_LENGTH);
}
