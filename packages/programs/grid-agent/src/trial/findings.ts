import { SPECTRUM_KIND, type TaskSpec } from '@almagest/contracts/grid';
import { SpectrumLines, UnreadableSpectrumError } from '@almagest/engine-text';
import type { ArtifactFile } from '../decisions/artifacts.ts';
import type { EngineResult } from '../engine/result-file.ts';

/**
 * `fault`: the coordinator would not use the result as intended. `advice`: the result works, but something useful is
 * missing.
 */
export interface Finding {
  readonly kind: 'ok' | 'fault' | 'advice';
  readonly text: string;
}

const ok = (text: string): Finding => ({ kind: 'ok', text });
const fault = (text: string): Finding => ({ kind: 'fault', text });
const advice = (text: string): Finding => ({ kind: 'advice', text });

/** Checks the contents of a valid `result.json`. */
export function resultFindings(result: EngineResult): Finding[] {
  const { converged, atmosphere_has_nan: hasNan, max_relc: maxRelc, engine, summary, failed_stage: stage } = result;
  const outcome = hasNan ? 'contains NaN, so it counts as not converged' : converged ? 'converged' : 'not converged';
  const stages: unknown = summary?.['stages'];
  const hasCurves =
    Array.isArray(stages) &&
    stages.some((one: unknown) => Array.isArray((one as { max_relc?: unknown } | null)?.max_relc));
  return [
    ok(`result.json: ${outcome}${stage == null ? '' : `, failed in the ${stage}`}`),
    typeof maxRelc === 'number'
      ? ok(`max_relc: ${maxRelc}`)
      : advice('max_relc is missing: it ranks seeds, and the continue strategy needs it'),
    engine?.name == null || engine.version == null
      ? advice('engine has no name or version: gridctl provenance and FITS files show them')
      : ok(`engine: ${engine.name} ${engine.version}`),
    hasCurves
      ? ok('summary.stages: convergence curves')
      : advice('summary.stages[].max_relc is missing: the console draws it as a convergence curve'),
    ...(converged || result.error_message != null
      ? []
      : [advice('error_message is missing: failures are grouped by it')]),
  ];
}

const NOT_A_NUMBER = /\b(?:nan|inf(?:inity)?)\b/i;

/** Checks `out.7`. `content`: undefined if the file is missing. */
export function modelFindings(task: TaskSpec, result: EngineResult, content: string | undefined): Finding[] {
  if (!task.atmosphere_config.enabled) return [];
  const mustLeave = result.converged && !result.atmosphere_has_nan;
  if (content === undefined)
    return mustLeave
      ? [fault('out.7 is missing: a converged run must write its model, or no point can start from it')]
      : [];
  if (content.trim() === '') return [fault('out.7 is empty')];
  if (NOT_A_NUMBER.test(content))
    return [
      mustLeave
        ? fault('out.7 contains NaN or Inf, but the result says converged: true and atmosphere_has_nan: false')
        : ok('out.7: contains NaN or Inf, so no point starts from it'),
    ];
  return [ok(`out.7: ${content.length} bytes`)];
}

/** Checks the names of the spectra. Each product of the task must exist. */
export function productFindings(task: TaskSpec, result: EngineResult, artifacts: readonly ArtifactFile[]): Finding[] {
  const { enabled, products } = task.spectrum_config;
  if (!enabled || !result.converged || result.failed_stage != null) return [];
  const spectra = artifacts.filter(({ kind }) => kind === SPECTRUM_KIND);
  if (products === undefined)
    return spectra.length > 0
      ? []
      : [fault('no spectrum: the spectrum stage is enabled, so the engine must write out/spectrum.txt')];
  return products.flatMap(({ name }) =>
    spectra.some(({ product }) => product === name)
      ? []
      : [fault(`no spectrum of the product ${name}: write out/spectrum/${name}.txt, or name it under artifacts`)],
  );
}

export function spectrumFinding({ path, product }: ArtifactFile, text: string): Finding {
  const lines = new SpectrumLines();
  try {
    for (const line of text.split('\n')) lines.read(line);
    const { rows, columns } = lines.finish();
    const [, flux] = columns;
    const what = `out/${path}: ${rows} wavelengths${product === null ? '' : `, product ${product}`}`;
    return flux.unit === null
      ? advice(`${what}, but no line "# 2: flux, UNIT" names the unit`)
      : ok(`${what}, ${flux.unit}`);
  } catch (error) {
    if (!(error instanceof UnreadableSpectrumError)) throw error;
    return fault(`out/${path} is not a spectrum that can be drawn or interpolated: ${error.message}`);
  }
}
