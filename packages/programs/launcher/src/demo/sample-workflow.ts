import type { WorkflowStatus } from '@almagest/contracts/grid';
import type { DemoGrid } from '../settings.ts';

export interface SampleWorkflow {
  /** Later runs are called `<name>-2`, `<name>-3`, ... */
  readonly name: string;
  readonly configYaml: string;
}

/** 192 points. Most converge from a cold start, some only from a neighbour's model, and a few have no solution. */
const FULL_GRID = `grid:
  teff: [30000, 42000, 50000, 57500]
  logg: [5.0, 4.25, 3.75]
  loghe: [-2, 0]
  logc: [-4, -2.5]
  logn: [-4, -3]
  logo: [-3.5, -2.5]
`;

/** 12 points near the hard corner of the full grid. They still show all three outcomes. */
const SMALL_GRID = `grid:
  teff: [42000, 50000, 57500]
  logg: [4.25, 3.75]
  loghe: [-2, 0]
  logc: [-4]
  logn: [-4]
  logo: [-3.5]
`;

/**
 * With so few iterations, a cold start near the Eddington limit does not converge, but a start from a good seed does.
 */
const CHAIN = `chain:
  - {label: grey, lte: yes, niter: 7}
  - {label: refine, lte: no, niter: 6}
spectrum: {enabled: true}
timeout_sec: 60
`;

/**
 * Returns the workflow selected by `DEMO_GRID`. Each size has its own name, so that one size never resumes a run of the
 * other size.
 */
export function sampleWorkflow(size: DemoGrid): SampleWorkflow {
  return size === 'full'
    ? { name: 'demo', configYaml: FULL_GRID + CHAIN }
    : { name: 'demo-small', configYaml: SMALL_GRID + CHAIN };
}

export interface ChosenRun {
  readonly name: string;
  readonly exists: boolean;
}

/**
 * Returns the name of the latest unfinished run of the sample. If all runs are finished, returns the next free name.
 */
export function chooseRun(
  base: string,
  workflows: readonly { readonly name: string; readonly status: WorkflowStatus }[],
): ChosenRun {
  const runs = workflows
    .map(({ name, status }) => ({ name, status, number: runNumber(base, name) }))
    .filter(({ number }) => number > 0)
    .toSorted((a, b) => b.number - a.number);
  const unfinished = runs.find(({ status }) => status !== 'completed');
  if (unfinished) return { name: unfinished.name, exists: true };
  const next = (runs[0]?.number ?? 0) + 1;
  return { name: next === 1 ? base : `${base}-${next}`, exists: false };
}

/** Returns 1 for `demo`, 2 for `demo-2` and so on, and 0 for other workflows. */
function runNumber(base: string, name: string): number {
  if (name === base) return 1;
  const suffix = name.startsWith(`${base}-`) ? name.slice(base.length + 1) : '';
  return /^([2-9]|[1-9]\d{1,8})$/.test(suffix) ? Number(suffix) : 0;
}
