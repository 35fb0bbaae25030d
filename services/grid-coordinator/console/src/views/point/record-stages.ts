/**
 * A stage of a calculation in a diagnostic record. Another program writes the record, so any field can be missing or
 * invalid.
 */
export interface StageInRecord {
  readonly label: string;
  readonly isConverged: boolean;
  readonly note: string | null;
  readonly best: number | null;
  /** The stage converges below this relative change. */
  readonly limit: number | null;
  readonly elapsedSec: number | null;
  /** The largest relative change after each iteration. Empty if the engine does not write it. */
  readonly changes: readonly (number | null)[];
}

export function stagesOf(record: Readonly<Record<string, unknown>>): StageInRecord[] {
  const { stages } = record;
  if (!Array.isArray(stages)) return [];
  return stages.filter(isObject).map((stage, index) => ({
    label: textOf(stage['label']) ?? String(index + 1),
    isConverged: stage['converged'] === true,
    note: textOf(stage['note']),
    best: numberOf(stage['best_max_relc']),
    limit: numberOf(stage['chmax']),
    elapsedSec: numberOf(stage['elapsed_sec']),
    changes: Array.isArray(stage['max_relc']) ? stage['max_relc'].map(positiveOf) : [],
  }));
}

/** A stage as chart lines over the iterations of all stages. Null outside the stage. */
export interface StageCurve {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** The limit at each iteration of the stage. */
  readonly limits: readonly (number | null)[];
}

/** Returns a curve for each stage that has iterations. */
export function curvesOf(stages: readonly StageInRecord[]): {
  readonly iterations: readonly number[];
  readonly curves: readonly StageCurve[];
} {
  const drawn = stages.filter(({ changes }) => changes.length > 0);
  const total = drawn.reduce((sum, { changes }) => sum + changes.length, 0);
  let begin = 0;
  const curves = drawn.map(({ label, changes, limit }) => {
    const valueAt = (place: number) => changes[place - begin];
    const values = Array.from({ length: total }, (_, place) => valueAt(place) ?? null);
    const limits = values.map((_, place) => (valueAt(place) === undefined ? null : positiveOf(limit)));
    begin += changes.length;
    return { label, values, limits };
  });
  return { iterations: Array.from({ length: total }, (_, place) => place + 1), curves };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns null for numbers that are not positive, because logarithmic axes cannot show them. */
function positiveOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number > 0 ? number : null;
}
