import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { ArtifactKind, ProductName } from './artifacts.ts';
import { envelope } from './envelope.ts';
import { GridPointParams, WorkflowName } from './vocabulary.ts';

export const InterpolationMethod = Type.Enum(['linear', 'cubic']);
export type InterpolationMethod = Static<typeof InterpolationMethod>;

const InterpolationPlace = {
  teff: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'K. An axis of a single value may be left out.' }),
  ),
  logg: Type.Optional(Type.Number()),
  loghe: Type.Optional(Type.Number()),
  logc: Type.Optional(Type.Number()),
  logn: Type.Optional(Type.Number()),
  logo: Type.Optional(Type.Number()),
  method: Type.Optional(InterpolationMethod),
};

export const InterpolateQuery = Type.Object({
  ...InterpolationPlace,
  format: Type.Optional(
    Type.Enum(['json', 'file'], { description: 'file: the model alone, as Accept: application/octet-stream does.' }),
  ),
});
export type InterpolateQuery = Static<typeof InterpolateQuery>;

export const InterpolateSpectrumQuery = Type.Object({
  ...InterpolationPlace,
  kind: Type.Optional({ ...ArtifactKind, default: 'spectrum' }),
  product: Type.Optional({
    ...ProductName,
    description: 'Chooses among several artifacts of this kind of an attempt.',
  }),
  format: Type.Optional(
    Type.Enum(['json', 'file'], { description: 'file: the spectrum alone, as Accept: text/plain does.' }),
  ),
});
export type InterpolateSpectrumQuery = Static<typeof InterpolateSpectrumQuery>;

/**
 * What is compared: temperatures, or in files of an unknown layout all quantities that are positive in all models; of
 * spectra the flux at each wavelength.
 */
const ComparedQuantity = Type.Enum(['temperature', 'all_positive', 'flux']);

const AxisError = Type.Object({
  axis: Type.String(),
  /** How many points could be predicted from their neighbours on this axis; with none there is no estimate. */
  points: Type.Integer(),
  median: Nullable(Type.Number()),
  largest: Nullable(Type.Number()),
});

/**
 * Leave-one-out: each point around the parameters is predicted from its neighbours on the axis, without itself. Errors are
 * relative (0.01 is 1 %), the root mean square over depths or wavelengths. The neighbours are twice as far apart as those from which the
 * result was interpolated, so a smooth quantity is interpolated better than this.
 */
export const InterpolationError = Type.Object({
  quantity: ComparedQuantity,
  /** The root of the sum of the squares of the axes' medians; null without an estimate for any axis. */
  estimate: Nullable(Type.Number()),
  by_axis: Type.Array(AxisError),
});
export type InterpolationError = Static<typeof InterpolationError>;

export const InterpolatedModel = Type.Object({
  params: GridPointParams,
  method: InterpolationMethod,
  /** The model's file. */
  model: Type.String(),
  /** From the surface inward; null if the layout of the files is not known. */
  structure: Nullable(
    Type.Object({
      /** g/cm^2. */
      column_mass: Type.Array(Type.Number()),
      /** K. */
      temperature: Type.Array(Type.Number()),
    }),
  ),
  /** The points that took part, the one of the largest weight first. The weights sum to 1. */
  points: Type.Array(Type.Object({ name: Type.String(), weight: Type.Number(), sha256: Type.String() })),
  /** Null if the parameters are those of a point, whose model is then returned as it is. */
  error: Nullable(InterpolationError),
});
export type InterpolatedModel = Static<typeof InterpolatedModel>;

export const InterpolatedSpectrum = Type.Object({
  params: GridPointParams,
  method: InterpolationMethod,
  kind: Type.String(),
  product: Nullable(Type.String()),
  /** In the format of the artifacts: two columns, wavelength and flux. */
  spectrum: Type.String(),
  /**
   * `common`: all spectra have the same wavelengths. `resampled`: they differ, and the others were interpolated linearly
   * to the wavelengths of the spectrum with the largest weight, within the range that all cover.
   */
  wavelengths: Type.Enum(['common', 'resampled']),
  /** As those of a model; the SHA-256 of each spectrum. */
  points: InterpolatedModel.properties.points,
  /** Null if the parameters are those of a point, whose spectrum is then returned as it is. */
  error: Nullable(InterpolationError),
});
export type InterpolatedSpectrum = Static<typeof InterpolatedSpectrum>;

export const OutliersQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  least: Type.Optional(Type.Number({ minimum: 0, default: 0, description: 'Only residuals of at least this size.' })),
});
export type OutliersQuery = Static<typeof OutliersQuery>;

export const Outlier = Type.Object({
  name: Type.String(),
  params: GridPointParams,
  /**
   * How far the model is from what its neighbours predict, relative (0.01 is 1 %), the root mean square over depths, of
   * the prediction that fits best.
   */
  residual: Type.Number(),
  /** The residual divided by the median of all; null while there is none or it is 0. */
  times_median: Nullable(Type.Number()),
  /** How many predictions there are. One alone may rest on a neighbour that is itself the outlier. */
  predictions: Type.Integer(),
  /** The version that was compared. */
  sha256: Type.String(),
  measured_at: Timestamp,
});
export type Outlier = Static<typeof Outlier>;

export const Outliers = Type.Object({
  /** When the models were compared last; null while that was never finished. `started_at`: null if it has not begun. */
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  /** The median of the residuals when they were compared last. */
  median: Nullable(Type.Number()),
  /** The largest residuals first. */
  outliers: Type.Array(Outlier),
});
export type Outliers = Static<typeof Outliers>;

export const modelOperations = {
  listOutliers: defineOperation({
    operationId: 'listOutliers',
    tag: 'models',
    method: 'get',
    path: '/api/workflows/{name}/outliers',
    summary: 'The models that are farthest from what their neighbours in the grid predict (leave-one-out).',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: OutliersQuery,
    reply: envelope(Outliers),
    statuses: [400, 401, 403, 404, 500],
  }),
  interpolateModel: defineOperation({
    operationId: 'interpolateModel',
    tag: 'models',
    method: 'get',
    path: '/api/workflows/{name}/interpolate',
    summary:
      'A model for any parameters inside the grid, interpolated from the models of the points around them, with an estimate of its error. With format=file the model alone.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: InterpolateQuery,
    reply: envelope(InterpolatedModel),
    alsoAs: 'application/octet-stream',
    statuses: [400, 401, 403, 404, 409, 500],
  }),
  interpolateSpectrum: defineOperation({
    operationId: 'interpolateSpectrum',
    tag: 'models',
    method: 'get',
    path: '/api/workflows/{name}/interpolate/spectrum',
    summary:
      'A spectrum for any parameters inside the grid, interpolated from the kept spectra of the points around them, with an estimate of its error. With format=file the spectrum alone.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: InterpolateSpectrumQuery,
    reply: envelope(InterpolatedSpectrum),
    alsoAs: 'text/plain',
    statuses: [400, 401, 403, 404, 409, 500],
  }),
};
