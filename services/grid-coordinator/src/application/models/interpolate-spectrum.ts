import {
  SPECTRUM_KIND,
  type GridPointParams,
  type InterpolatedSpectrum,
  type InterpolateSpectrumQuery,
} from '@almagest/contracts/grid';
import type { InterpolationMethod } from '../../domain/models/interpolation.ts';
import { windowErrors } from '../../domain/models/interpolation-error.ts';
import { fitsOfInterpolated } from '../../files/archive/fits-interpolated.ts';
import type { ArtifactStore } from '../../files/artifact-store.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import type { Db } from '../../persistence/database.ts';
import { findPointSpectra } from './own-spectra.ts';
import {
  estimatedError,
  planInterpolation,
  readingOf,
  weightedFiles,
  withMethod,
  type FoundFiles,
  type InterpolationPlan,
  type SizedFile,
} from './plan-interpolation.ts';

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
  query: InterpolateSpectrumQuery,
): Promise<InterpolatedSpectrum> {
  return await withMethod(query.method, (method) => interpolateBy(deps, workflowName, { ...query, method }));
}

/** Interpolates a spectrum and returns it as a FITS file. Each row has the estimated errors at its wavelength. */
export async function interpolateToFits(
  deps: InterpolateSpectrumDeps,
  workflowName: string,
  query: InterpolateSpectrumQuery,
): Promise<{ readonly params: GridPointParams; readonly file: Buffer }> {
  const found = await interpolateSpectrum(deps, workflowName, query);
  return { params: found.params, file: fitsOfInterpolated(found) };
}

async function interpolateBy(
  deps: InterpolateSpectrumDeps,
  workflowName: string,
  {
    kind = SPECTRUM_KIND,
    product,
    ...query
  }: Omit<InterpolateSpectrumQuery, 'method'> & { readonly method: InterpolationMethod },
): Promise<InterpolatedSpectrum> {
  const plan = await planInterpolation(deps.db, workflowName, query);
  const found = await findPointSpectra(deps, plan.owner.workflowId, plan.names, { kind, product });
  const { text, resampled, error } = await blendSpectra(deps.structures, plan, found, kind);
  return {
    params: plan.params,
    method: plan.method,
    kind,
    product: product ?? null,
    spectrum: text,
    wavelengths: resampled ? 'resampled' : 'common',
    points: weightedFiles(plan, found),
    error,
  };
}

/** Averages the spectra of a plan. Estimates the error for the whole spectrum and for windows of wavelengths. */
export async function blendSpectra(
  structures: StructureReader,
  plan: InterpolationPlan,
  found: FoundFiles<SizedFile>,
  kind: string,
): Promise<{ readonly text: string; readonly resampled: boolean; readonly error: InterpolatedSpectrum['error'] }> {
  const { request, checks } = readingOf(plan, found, { one: kind, many: `artifacts of kind ${kind}` });
  const { text, resampled, residuals, windows, windowResiduals } = await structures.readSpectra(request);
  const error = estimatedError(plan, 'flux', checks, residuals);
  return {
    text,
    resampled,
    error: error && { ...error, windows: windowErrors(plan.stencil.axes, checks, windows, windowResiduals) },
  };
}
