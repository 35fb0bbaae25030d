import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors.ts';
import { checkSummary } from './check-summary.ts';
import { chooseSeed, type Found } from './classify.ts';
import type { AcceptedResults, Stamp } from './journal.ts';
import { holdsNotANumber } from './scan-seed.ts';

/** A result that was checked and may be sent. */
export interface Ready {
  readonly kind: 'ready';
  readonly point: string;
  readonly summaryText: string;
  readonly summary: Stamp;
  /** Null unless the model converged. The file of a failed run must never be used as a seed. */
  readonly seed: Stamp | null;
  readonly warning: string | undefined;
}

export type Prepared =
  | Ready
  | { readonly kind: 'skipped' }
  | { readonly kind: 'refused'; readonly point: string | null; readonly reason: string };

/**
 * Reads and checks one result. Takes the stamps of the files before reading them, so that later changes are detected.
 */
export async function prepare(
  root: string,
  folder: string,
  found: Found,
  accepted: AcceptedResults,
): Promise<Prepared> {
  const file = join(folder, found.summary);
  try {
    const summary = await stampOf(root, file);
    const summaryText = await readFile(join(root, file), 'utf8');
    const checked = checkSummary(summaryText);
    if (!checked.ok) return { kind: 'refused', point: null, reason: checked.reason };
    const { name: point, converged } = checked;
    if (!converged) {
      if (accepted.has({ point, summary, seed: null })) return { kind: 'skipped' };
      return { kind: 'ready', point, summaryText, summary, seed: null, warning: undefined };
    }
    const choice = chooseSeed(found, point);
    if (choice.kind !== 'chosen') return { kind: 'refused', point, reason: whyNoSeed(choice, found, point) };
    const seed = await stampOf(root, join(folder, choice.file));
    if (seed.size === 0) return { kind: 'refused', point, reason: `its seed ${choice.file} is empty` };
    if (accepted.has({ point, summary, seed })) return { kind: 'skipped' };
    const unfit = await holdsNotANumber(createReadStream(join(root, seed.file), 'latin1'));
    const warning = unfit
      ? `its seed ${choice.file} contains NaN or Inf: it is stored but never used as a start`
      : undefined;
    return { kind: 'ready', point, summaryText, summary, seed, warning };
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { kind: 'refused', point: null, reason: `its files cannot be read (${code})` };
  }
}

function whyNoSeed(
  choice: { kind: 'none' } | { kind: 'ambiguous'; files: readonly string[] },
  found: Found,
  point: string,
) {
  if (choice.kind === 'ambiguous') {
    return `it has several seeds (${choice.files.slice(0, 3).join(', ')}…). Name the right seed ${point}.7`;
  }
  return `it converged but has no seed. Expected ${found.stem ?? point}.7${found.stem === null ? ' or out.7' : ''} next to it`;
}

async function stampOf(root: string, file: string): Promise<Stamp> {
  const { size, mtimeMs } = await stat(join(root, file));
  return { file, size, mtime_ms: mtimeMs };
}
