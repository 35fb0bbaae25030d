import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { ArtifactKind, ProductName } from './artifacts.ts';
import { envelope } from './envelope.ts';
import { ReproductionStatus } from './reproductions.ts';
import { GridPointParams, WorkflowName } from './vocabulary.ts';

export const InterpolationMethod = Type.Enum(['linear', 'cubic']);
export type InterpolationMethod = Static<typeof InterpolationMethod>;

const InterpolationPlace = {
  teff: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Effective temperature in K. An axis with only one value may be left out.',
    }),
  ),
  logg: Type.Optional(Type.Number()),
  loghe: Type.Optional(Type.Number()),
  logc: Type.Optional(Type.Number()),
  logn: Type.Optional(Type.Number()),
  logo: Type.Optional(Type.Number()),
  method: Type.Optional(
    Type.Enum([...InterpolationMethod.enum, 'auto'], {
      description: 'auto: cubic where its leave-one-out error near the parameters is smaller, otherwise linear.',
    }),
  ),
};

export const InterpolateQuery = Type.Object({
  ...InterpolationPlace,
  format: Type.Optional(
    Type.Enum(['json', 'file'], { description: 'file: only the model, like Accept: application/octet-stream.' }),
  ),
});
export type InterpolateQuery = Static<typeof InterpolateQuery>;

export const InterpolateSpectrumQuery = Type.Object({
  ...InterpolationPlace,
  kind: Type.Optional({ ...ArtifactKind, default: 'spectrum' }),
  product: Type.Optional({
    ...ProductName,
    description: 'Selects one artifact if attempts have several of this kind.',
  }),
  format: Type.Optional(
    Type.Enum(['json', 'file', 'fits'], {
      description:
        'file: returns only the spectrum, like Accept: text/plain. fits: returns a FITS table (application/fits) with the error at each wavelength.',
    }),
  ),
});
export type InterpolateSpectrumQuery = Static<typeof InterpolateSpectrumQuery>;

/**
 * The compared quantity: temperatures, or for files of an unknown layout all quantities that are positive in all
 * models. For spectra, the flux at each wavelength.
 */
const ComparedQuantity = Type.Enum(['temperature', 'all_positive', 'flux']);

const AxisError = Type.Object({
  axis: Type.String(),
  /** How many points could be predicted from their neighbours on this axis. 0 means that no estimate is possible. */
  points: Type.Integer(),
  median: Nullable(Type.Number()),
  largest: Nullable(Type.Number()),
});

/**
 * Leave-one-out errors: each point around the parameters is predicted from its neighbours on the axis. Errors are
 * relative (0.01 is 1 %), as the root mean square over depths or wavelengths. The result itself uses neighbours half as
 * far from each other, so smooth quantities are interpolated more accurately than this.
 */
export const InterpolationError = Type.Object({
  quantity: ComparedQuantity,
  /** The square root of the sum of the squared medians of the axes. Null without an estimate for any axis. */
  estimate: Nullable(Type.Number()),
  by_axis: Type.Array(AxisError),
  /** Axes on which no point could be predicted, so that `estimate` leaves them out. Absent if there are none. */
  not_judged: Type.Optional(Type.Array(Type.String())),
  /** For spectra: the same errors in windows of wavelength, in ascending order. */
  windows: Type.Optional(
    Type.Array(
      Type.Object({
        from: Type.Number(),
        to: Type.Number(),
        estimate: Nullable(Type.Number()),
        /** The largest error of a prediction at a single wavelength. */
        largest: Nullable(Type.Number()),
      }),
    ),
  ),
});
export type InterpolationError = Static<typeof InterpolationError>;

export const InterpolatedModel = Type.Object({
  params: GridPointParams,
  method: InterpolationMethod,
  /** The model's file. */
  model: Type.String(),
  /** From the surface inward. Null if the layout of the files is unknown. */
  structure: Nullable(
    Type.Object({
      /** g/cm^2. */
      column_mass: Type.Array(Type.Number()),
      /** K. */
      temperature: Type.Array(Type.Number()),
    }),
  ),
  /** The points used, largest weight first. The weights sum to 1. */
  points: Type.Array(Type.Object({ name: Type.String(), weight: Type.Number(), sha256: Type.String() })),
  /** Null if the parameters match a point, whose model is then returned unchanged. */
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
   * `common`: all spectra have the same wavelengths. `resampled`: the other spectra were interpolated linearly to the
   * wavelengths of the spectrum with the largest weight, within the range that all of them cover.
   */
  wavelengths: Type.Enum(['common', 'resampled']),
  /** The points used, as for a model, with the SHA-256 of each spectrum. */
  points: InterpolatedModel.properties.points,
  /** Null if the parameters match a point, whose spectrum is then returned unchanged. */
  error: Nullable(InterpolationError),
});
export type InterpolatedSpectrum = Static<typeof InterpolatedSpectrum>;

export const OutliersQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  least: Type.Optional(
    Type.Number({ minimum: 0, default: 0, description: 'Only models with a residual of at least this size.' }),
  ),
});
export type OutliersQuery = Static<typeof OutliersQuery>;

/**
 * The compared quantities: columns of the structure, or all positive quantities of files with an unknown layout. For
 * spectra, the lines (fluxes divided by the continuum) and the continuum.
 */
export const ResidualQuantity = Type.Enum([
  'column_mass',
  'temperature',
  'electron_density',
  'mass_density',
  'populations',
  'all_positive',
  'lines',
  'continuum',
]);
export type ResidualQuantity = Static<typeof ResidualQuantity>;

/** The residual of one quantity, at the place where it is the largest multiple of the usual residual. */
export const ResidualPart = Type.Object({
  quantity: ResidualQuantity,
  /** The product of a spectrum, or its path if it has none. Null for the structure. */
  product: Nullable(Type.String()),
  /** The number of the population in a depth, from 1. */
  column: Nullable(Type.Integer()),
  /** The window of wavelength, both ends inclusive. */
  from: Nullable(Type.Number()),
  to: Nullable(Type.Number()),
  /** The relative difference (0.01 is 1 %), as the root mean square over depths or wavelengths. */
  residual: Type.Number(),
});
export type ResidualPart = Static<typeof ResidualPart>;

export const Outlier = Type.Object({
  name: Type.String(),
  params: GridPointParams,
  /**
   * The relative difference (0.01 is 1 %) between the temperatures of the model and the best prediction from its
   * neighbours, as the root mean square over depths. All positive quantities count if the layout is unknown. Null if
   * only spectra could be compared.
   */
  residual: Nullable(Type.Number()),
  /** The residual divided by the median of all residuals. Null if the median is unknown or 0. */
  times_median: Nullable(Type.Number()),
  /** All compared quantities, largest multiple of the median first. */
  parts: Type.Array(
    Type.Object({
      ...ResidualPart.properties,
      /**
       * The residual divided by the median of this place in the grid, which counts as at least 0.01 %. Less if neighbours
       * on one side predict the model. Null before the first comparison has finished.
       */
      times_median: Nullable(Type.Number()),
    }),
  ),
  /** The number of predictions. A single prediction may rest on a neighbour that is itself the outlier. */
  predictions: Type.Integer(),
  /** The version that was compared. */
  sha256: Type.String(),
  measured_at: Timestamp,
  /** The last reproduction of this version that began from another start. Null if there is none. */
  check: Nullable(
    Type.Object({
      id: Type.Integer(),
      start: Type.Enum(['neighbour', 'cold']),
      status: ReproductionStatus,
      disagrees: Nullable(Type.Boolean()),
    }),
  ),
});
export type Outlier = Static<typeof Outlier>;

export const Outliers = Type.Object({
  /** The last comparison of the models. Null if none has finished. `started_at` is null before the first. */
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  /** The median of the residuals in the last comparison. */
  median: Nullable(Type.Number()),
  /** Largest multiples of a median first. */
  outliers: Type.Array(Outlier),
});
export type Outliers = Static<typeof Outliers>;

export const modelOperations = defineOperations({
  listOutliers: {
    least: 'viewer',
    tag: 'models',
    method: 'get',
    path: '/api/workflows/{name}/outliers',
    summary:
      'Lists the models whose structure or spectra differ most from the predictions of their grid neighbours (leave-one-out).',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: OutliersQuery,
    reply: envelope(Outliers),
    statuses: [400, 401, 403, 404, 500],
  },
  interpolateModel: {
    least: 'viewer',
    tag: 'models',
    method: 'get',
    path: '/api/workflows/{name}/interpolate',
    summary:
      'Interpolates a model for any parameters inside the grid from the models of the points around them, with an estimate of its error. With format=file, returns only the model.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: InterpolateQuery,
    reply: envelope(InterpolatedModel),
    alsoAs: 'application/octet-stream',
    statuses: [400, 401, 403, 404, 409, 500],
  },
  interpolateSpectrum: {
    least: 'viewer',
    tag: 'models',
    method: 'get',
    path: '/api/workflows/{name}/interpolate/spectrum',
    summary:
      'Interpolates a spectrum for any parameters inside the grid from the kept spectra of the points around them, with an estimate of its error. With format=file, returns only the spectrum.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ name: WorkflowName }),
    query: InterpolateSpectrumQuery,
    reply: envelope(InterpolatedSpectrum),
    alsoAs: 'text/plain',
    statuses: [400, 401, 403, 404, 409, 500],
  },
});
