import { SPECTRUM_KIND, type InterpolatedSpectrum, type InterpolateSpectrumQuery } from '@almagest/contracts/grid';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import type { Db } from '../../persistence/database.ts';
import { findPointSpectra } from './own-spectra.ts';
import { estimatedError, planInterpolation, readingOf, weightedFiles } from './plan-interpolation.ts';

export interface InterpolateSpectrumDeps {
  readonly db: Db;
  readonly artifacts: ArtifactStore;
  readonly structures: StructureReader;
}

/**
 * Interpolates a spectrum for parameters between the points of a grid, from the spectra around them.
 *
 * Refuses parameters outside the grid, and cells in which a point has no spectrum.
 */
export async function interpolateSpectrum(
  deps: InterpolateSpectrumDeps,
  workflowName: string,
  { kind = SPECTRUM_KIND, product, ...query }: InterpolateSpectrumQuery,
): Promise<InterpolatedSpectrum> {
  const plan = await planInterpolation(deps.db, workflowName, query);
  const found = await findPointSpectra(deps, plan.owner.workflowId, plan.names, { kind, product });
  const { request, checks } = readingOf(plan, found, { one: kind, many: `artifacts of kind ${kind}` });
  const { text, resampled, residuals } = await deps.structures.readSpectra(request);
  return {
    params: plan.params,
    method: plan.method,
    kind,
    product: product ?? null,
    spectrum: text,
    wavelengths: resampled ? 'resampled' : 'common',
    points: weightedFiles(plan, found),
    error: estimatedError(plan, 'flux', checks, residuals),
  };
}
