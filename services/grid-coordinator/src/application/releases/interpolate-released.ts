import { AXES, type ReleasedProduct } from '@almagest/contracts/grid';
import { readSpectrum } from '@almagest/engine-text';
import { Refusal } from '@almagest/service-kit/refusal';
import type { InterpolationMethod } from '../../domain/models/interpolation.ts';
import type { Grid } from '../../domain/points/lattice.ts';
import { readInterpolation, type InterpolationRequest } from '../../domain/releases/ssap-query.ts';
import { errorTable, tableRow, tableTail, type VoTable } from '../../domain/releases/votable.ts';
import type { StructureReader } from '../../files/structure-reader.ts';
import { listSpectraOfPoints } from '../../persistence/releases/release-repository.ts';
import { blendSpectra } from '../models/interpolate-spectrum.ts';
import {
  planIn,
  weightedFiles,
  withMethod,
  type FoundFiles,
  type InterpolationPlan,
  type SizedFile,
} from '../models/plan-interpolation.ts';
import type { PublicDeps, PublishedRelease } from './find-published.ts';
import { spectrumHead } from './write-spectrum.ts';

export interface InterpolateReleasedDeps extends Pick<PublicDeps, 'db' | 'releases'> {
  readonly releasedSpectra: StructureReader;
}

/**
 * Interpolates a spectrum from the frozen spectra of a release. Returns a VOTable. The table's header lists the sources
 * with their weights, and the estimated relative errors for all wavelengths and for each window.
 *
 * For faulty parameters or parameters outside the grid, the VOTable contains an error (DALI 1.1, section 4.2).
 */
export async function interpolateReleased(
  deps: InterpolateReleasedDeps,
  release: PublishedRelease,
  parameters: Iterable<readonly [string, string]>,
): Promise<string> {
  const request = readInterpolation(parameters);
  if (typeof request === 'string') return errorTable(request);
  try {
    const product = requireProduct(release, request.product);
    const found = await withMethod(request.method, (method) => blend(deps, release, product, { ...request, method }));
    return tableOf(release, product, found);
  } catch (error) {
    if (error instanceof Refusal) return errorTable(error.message);
    throw error;
  }
}

function requireProduct({ content }: PublishedRelease, name: string | undefined): ReleasedProduct {
  const { products } = content;
  const found = name === undefined && products.length === 1 ? products[0] : products.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = products.map((one) => one.name ?? '').join(', ');
  throw new Refusal(
    'malformed',
    products.length === 0 ? 'the release has no spectra' : `PRODUCT must be one of ${names}`,
  );
}

type Blended = Awaited<ReturnType<typeof blend>>;

async function blend(
  deps: InterpolateReleasedDeps,
  release: PublishedRelease,
  { name: product }: ReleasedProduct,
  { params, method }: InterpolationRequest & { readonly method: InterpolationMethod },
) {
  const plan = planIn(gridOf(release), { ...params, method });
  const found = await findFiles(deps, release, product, plan);
  return { plan, found, ...(await blendSpectra(deps.releasedSpectra, plan, found, 'spectrum')) };
}

function gridOf({ content }: PublishedRelease): Grid {
  return Object.fromEntries(
    AXES.map((axis) => [axis, content.lattice[axis].map((text) => ({ text, value: Number(text) }))]),
  ) as unknown as Grid;
}

async function findFiles(
  { db, releases }: InterpolateReleasedDeps,
  { id, content }: PublishedRelease,
  product: string | null,
  { names }: InterpolationPlan,
): Promise<FoundFiles<SizedFile>> {
  const spectra = await listSpectraOfPoints(db, id, product, names);
  const path = releases.pathOf(content.archive_sha256);
  const files = new Map(
    spectra.map(({ point_name: name, sha256, text_at: at, text_bytes: bytes }) => [
      name,
      { name, path, sha256, sizeBytes: bytes, part: { at, bytes } },
    ]),
  );
  const missing = new Map(
    names.filter((name) => !files.has(name)).map((name) => [name, 'the release has no spectrum'] as const),
  );
  return { files, missing };
}

function tableOf(release: PublishedRelease, product: ReleasedProduct, { plan, found, text, error }: Blended): string {
  const { wavelengths, fluxes } = readSpectrum(text);
  const head = spectrumHead(release, product, {
    title: error === null ? 'a computed spectrum' : 'an interpolated spectrum',
    infos: [
      ['creation_type', error === null ? 'archival' : 'interpolation'],
      ['method', plan.method],
      ...weightedFiles(plan, found).map(({ name, weight }) => ['source', `${name} ${weight}`] as const),
      ...errorInfos(error),
    ],
    params: plan.params,
  });
  const rows = [...wavelengths].map((wavelength, row) => tableRow([wavelength, fluxes[row] ?? NaN])).join('');
  return head + rows + tableTail(undefined);
}

function errorInfos(error: Blended['error']): VoTable['infos'] {
  if (error === null) return [];
  const windows = (error.windows ?? []).map(
    ({ from, to, estimate }) => ['relative_error_window', `${from} ${to} ${estimate ?? 'unknown'}`] as const,
  );
  return [
    ['relative_error', String(error.estimate ?? 'unknown')],
    ...(error.not_judged === undefined ? [] : [['error_without_axes', error.not_judged.join(' ')] as const]),
    ...windows,
  ];
}
