import type { PlacedRun } from '../../text/placed-run.ts';

/** Range for the size of imitated small capitals, as a share of the large capitals. The share is usually about 0.8. */
const SMALLEST = 0.62;
const LARGEST = 0.88;
const SAME_BASELINE = 0.3; // points
const ADJACENT = 0.14; // em
const SPACE = 0.7; // em
const NO_CAPITALS = /[\p{Ll}\d]/u;
const ENDS_IN_CAPITAL = /\p{Lu}['’.]?$/u;

/**
 * Sets the size of imitated small capitals to the size of the preceding capital, because "D" and "RAFT" are one word.
 * Otherwise most letters of the line would have the smaller size, and the line would get that size.
 *
 * @param runs of a row, from left to right
 */
export function restoreSmallCapitals(runs: readonly PlacedRun[]): PlacedRun[] {
  const restored: PlacedRun[] = [];
  runs.forEach((run, i) => {
    const before = restored.at(-1);
    if (!before || !isSmallCapitals(run, runs[i - 1], before)) {
      restored.push(run);
      return;
    }
    restored[restored.length - 1] = asSmallCapitals(before, before.size);
    restored.push(asSmallCapitals(run, before.size));
  });
  return restored;
}

function isSmallCapitals(run: PlacedRun, printed: PlacedRun | undefined, before: PlacedRun): boolean {
  if (!isCapital(run) || !isCapital(before)) return false;
  const share = run.size / before.size;
  // Words without a large capital may follow in the same small capitals.
  const isNext = before.font.smallCaps && printed?.size === run.size;
  return (
    (isNext || (share > SMALLEST && share < LARGEST)) &&
    ENDS_IN_CAPITAL.test(before.text) &&
    Math.abs(run.baseline - before.baseline) < SAME_BASELINE &&
    run.left - before.right < (isNext ? SPACE : ADJACENT) * run.size &&
    run.left > before.left
  );
}

function asSmallCapitals(run: PlacedRun, size: number): PlacedRun {
  return run.size === size && run.font.smallCaps ? run : { ...run, size, font: { ...run.font, smallCaps: true } };
}

function isCapital({ text, script, font }: PlacedRun): boolean {
  return !script && !font.math && /\p{Lu}/u.test(text) && !NO_CAPITALS.test(text);
}
