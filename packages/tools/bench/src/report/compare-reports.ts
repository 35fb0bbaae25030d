import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './report.ts';
import { formatFigure, type Row } from './row.ts';

interface StoredReport {
  readonly machine: Machine;
  readonly rows: readonly Row[];
}

/** A figure is reported if it is worse than in the last report by more than this share. */
const WORSE = 0.1;

/** Figures in these units should be small if they have no goal. */
const SMALL_IS_GOOD = new Set('ms s µs MB MiB calls rows bytes syncs iterations writes/s'.split(' '));
const LARGE_IS_GOOD = /^(times|.*\/(CPU )?s)$/;

/** Returns the newest stored report of a subject on the same kind of machine, or undefined. */
export function readLastReport(folder: string, subject: string, machine: Machine): StoredReport | undefined {
  if (!existsSync(folder)) return undefined;
  const name = new RegExp(`^${subject}-\\d{4}-.*\\.json$`);
  const files = readdirSync(folder).filter((file) => name.test(file));
  return files
    .toSorted()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as StoredReport)
    .findLast(({ machine: { processor, cores, memoryGib } }) => {
      return processor === machine.processor && cores === machine.cores && memoryGib === machine.memoryGib;
    });
}

/** Returns a line for each figure that is worse than in an earlier report by more than a tenth. */
export function worseFigures(before: readonly Row[], rows: readonly Row[]): string[] {
  return rows.flatMap(({ what, value, unit, goal }, place) => {
    // Several ratios may share a name. Ratios with the same name are compared in order.
    const rank = rows.slice(0, place).filter((row) => row.what === what).length;
    const last = before.filter((row) => row.what === what && row.unit === unit)[rank];
    const direction = goodDirection(unit, goal);
    if (last === undefined || direction === 0 || last.value === 0) return [];
    const change = value / last.value - 1;
    if (change * direction >= -WORSE) return [];
    const percent = `${change > 0 ? '+' : ''}${(100 * change).toFixed(0)} %`;
    return [`${what.trim()}: ${formatFigure(value)} ${unit}, was ${formatFigure(last.value)} (${percent})`];
  });
}

/** Returns 1 if a larger figure is better, -1 if a smaller figure is better, and 0 otherwise. */
function goodDirection(unit: string, goal: Row['goal']): -1 | 0 | 1 {
  if (goal?.atLeast !== undefined) return 1;
  if (goal?.atMost !== undefined || SMALL_IS_GOOD.has(unit)) return -1;
  return LARGE_IS_GOOD.test(unit) ? 1 : 0;
}
