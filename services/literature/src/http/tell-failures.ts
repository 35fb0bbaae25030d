import type { Response } from 'express';
import type { SourceFailure } from '../sources/source.ts';

/** Says which source failed while the other answered. */
export function tellFailures(res: Response, failures: readonly SourceFailure[]): void {
  if (failures.length === 0) return;
  const text = failures.map(({ source, message }) => `${source}: ${message}`).join('; ');
  res.setHeader('X-Source-Errors', headerText(text));
}

const LONGEST_HEADER = 4_000;

/** A header holds visible ASCII only. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_HEADER);
}
