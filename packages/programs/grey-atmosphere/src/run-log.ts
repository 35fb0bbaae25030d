import type { StageRecord } from './chain.ts';
import type { TaskOutcome } from './run-task.ts';

/** Formats the largest relative change of an iteration for the log. */
const changeOf = (value: number | null): string => (value === null ? 'not a number' : value.toExponential(3));

function stageLines({ label, chmax, max_relc, converged, note }: StageRecord): string[] {
  return [
    `stage ${label}: iterating until the largest relative change is below ${chmax}`,
    ...max_relc.map((change, index) => `${String(index + 1).padStart(4)}  ${changeOf(change)}`),
    `stage ${label}: ${converged ? 'converged' : 'not converged'}${note === null ? '' : `; ${note}`}`,
  ];
}

/** Formats a run for standard output: its start, each iteration of each stage, and how it ended. */
export function formatLog({ result, spectra }: TaskOutcome): string {
  const { name, params, seed, stages } = result.summary;
  const { iterations, error_message } = result;
  const outcome = result.converged ? `converged after ${iterations ?? 0} iterations` : 'not converged';
  return [
    `model ${name}`,
    Object.entries(params)
      .map(([axis, value]) => `${axis} ${value}`)
      .join('  '),
    seed === 'cold' ? 'cold start' : `starting from the structure of ${seed}`,
    ...stages.flatMap(stageLines),
    ...(spectra.length === 0 ? [] : [`spectra: ${spectra.map(({ product }) => product ?? 'spectrum').join(', ')}`]),
    error_message === null ? outcome : `${outcome}: ${error_message}`,
    '',
  ].join('\n');
}
