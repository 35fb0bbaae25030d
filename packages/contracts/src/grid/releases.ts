import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { closedObject, Nullable, Timestamp, WordedText } from '../schema.ts';
import { Sha256 } from './artifacts.ts';
import { EmptyEnvelope, envelope } from './envelope.ts';
import { WorkflowName } from './vocabulary.ts';

/** Names a published grid in its addresses. */
export const ReleaseSlug = Type.String({ pattern: '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$' });
export const ReleaseVersion = Type.String({ pattern: '^[0-9]{1,6}(?:\\.[0-9]{1,6}){0,2}$' });

const Url = Type.String({ maxLength: 500, pattern: '^https?://[^\\s<>"]+$' });
const Doi = Type.String({ maxLength: 200, pattern: '^10\\.[0-9]{4,9}/[^\\s<>"]+$' });

export const ReleaseCreator = closedObject({
  /** As it is printed: `Family, Given`, or the name of a collaboration. */
  name: WordedText(200),
  orcid: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]$' })),
  affiliation: Type.Optional(WordedText(300)),
});
export type ReleaseCreator = Static<typeof ReleaseCreator>;

/** The authors' description of a release. The file of `gridctl publish --metadata` has this shape. */
export const ReleaseMetadata = closedObject({
  title: WordedText(300),
  description: WordedText(10_000),
  creators: Type.Array(ReleaseCreator, { minItems: 1, maxItems: 200 }),
  publisher: WordedText(200),
  /** The SPDX identifier of the licence, such as `CC-BY-4.0`. */
  license: Type.String({ pattern: '^[A-Za-z0-9.+-]{1,64}$' }),
  license_url: Type.Optional(Url),
  keywords: Type.Optional(Type.Array(WordedText(100), { maxItems: 50 })),
  funding: Type.Optional(
    Type.Array(closedObject({ funder: WordedText(200), award: Type.Optional(WordedText(100)) }), { maxItems: 50 }),
  ),
  /** DOIs of papers that describe the grid. */
  related_dois: Type.Optional(Type.Array(Doi, { maxItems: 50 })),
  /** Required if the spectra don't say in which medium their wavelengths are. */
  wavelengths: Type.Optional(Type.Enum(['vacuum', 'air'])),
});
export type ReleaseMetadata = Static<typeof ReleaseMetadata>;

export const PublishRequest = closedObject({
  slug: ReleaseSlug,
  version: ReleaseVersion,
  metadata: ReleaseMetadata,
});
export type PublishRequest = Static<typeof PublishRequest>;

/** `building`: the archive is being written. `withdrawn`: only the metadata is left. */
export const ReleaseStatus = Type.Enum(['building', 'published', 'failed', 'withdrawn']);
export type ReleaseStatus = Static<typeof ReleaseStatus>;

const Range = Type.Object({ min: Type.Number(), max: Type.Number(), values: Type.Integer() });

const AxisTexts = Type.Array(Type.String());

const Quantity = Type.Object({ quantity: Type.String(), unit: Nullable(Type.String()) });

/** The spectra with one name in a release. They have the same quantities and units. */
export const ReleasedProduct = Type.Object({
  /** Null for spectra without a name. */
  name: Nullable(Type.String()),
  spectra: Type.Integer(),
  medium: Type.Enum(['vacuum', 'air']),
  /** Quantities and units as the engine wrote them. */
  wavelength: Quantity,
  flux: Quantity,
  /** The shortest and the longest wavelength, in their unit. */
  min: Type.Number(),
  max: Type.Number(),
});
export type ReleasedProduct = Static<typeof ReleasedProduct>;

/** A file within the archive: its first byte, its size and its hash. */
const PartOfArchive = Type.Object({ at: Type.Integer(), bytes: Type.Integer(), sha256: Sha256 });
export type PartOfArchive = Static<typeof PartOfArchive>;

/** The content of a release. Known once its archive is written. */
export const ReleaseContent = Type.Object({
  archive_sha256: Sha256,
  archive_bytes: Type.Integer(),
  points: Type.Integer(),
  spectra: Type.Integer(),
  /** The latest time in the rows. The same results have the same time in every installation. */
  as_of: Timestamp,
  axes: Type.Object({ teff: Range, logg: Range, loghe: Range, logc: Range, logn: Range, logo: Range }),
  /** The values of the axes as the names of points spell them, in ascending order. Extra points are left out. */
  lattice: Type.Object({
    teff: AxisTexts,
    logg: AxisTexts,
    loghe: AxisTexts,
    logc: AxisTexts,
    logn: AxisTexts,
    logo: AxisTexts,
  }),
  products: Type.Array(ReleasedProduct),
  points_csv: PartOfArchive,
  points_parquet: PartOfArchive,
});
export type ReleaseContent = Static<typeof ReleaseContent>;

export const Release = Type.Object({
  slug: ReleaseSlug,
  version: ReleaseVersion,
  workflow: Type.String(),
  status: ReleaseStatus,
  metadata: ReleaseMetadata,
  created_at: Timestamp,
  published_at: Nullable(Timestamp),
  withdrawn_at: Nullable(Timestamp),
  /** Why it failed or was withdrawn. */
  note: Nullable(Type.String()),
  content: Nullable(ReleaseContent),
});
export type Release = Static<typeof Release>;

const RELEASE_FILES = [
  'archive.tar',
  'points.csv',
  'points.parquet',
  'spectra.csv',
  'release.json',
  'datacite.json',
  'CITATION.cff',
  'citation.bib',
] as const;
export type ReleaseFile = (typeof RELEASE_FILES)[number];

const OfRelease = Type.Object({ slug: ReleaseSlug, version: ReleaseVersion });
const onRelease = { tag: 'releases', role: 'admin', failures: 'envelope' } as const;

/** Anyone may call these operations while `PUBLIC_RELEASES` is on. Otherwise they are 404. */
const isPublic = {
  tag: 'releases',
  role: 'public',
  failures: 'text',
  method: 'get',
  unknownKeys: 'tolerated',
} as const;

const onService = { ...isPublic, params: Type.Object({ slug: ReleaseSlug }), reply: 'application/xml' } as const;

export const releaseOperations = defineOperations({
  listReleases: {
    ...onRelease,
    least: 'viewer',
    method: 'get',
    path: '/api/releases',
    summary: 'Lists the releases of all grids, newest first.',
    reply: envelope(Type.Array(Release)),
    statuses: [401, 403, 500],
  },
  readRelease: {
    ...onRelease,
    least: 'viewer',
    method: 'get',
    path: '/api/releases/{slug}/{version}',
    summary: 'Returns a release and its state.',
    params: OfRelease,
    reply: envelope(Release),
    statuses: [400, 401, 403, 404, 500],
  },
  publishRelease: {
    ...onRelease,
    least: 'operator',
    method: 'post',
    path: '/api/workflows/{name}/releases',
    summary:
      'Publishes the converged points of a workflow, which must be completed or paused. The release never changes.',
    params: Type.Object({ name: WorkflowName }),
    body: PublishRequest,
    reply: envelope(Release),
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  withdrawRelease: {
    ...onRelease,
    least: 'operator',
    method: 'post',
    path: '/api/releases/{slug}/{version}/withdraw',
    summary: 'Withdraws a release: removes its files and keeps a page that says so. This cannot be undone.',
    params: OfRelease,
    body: closedObject({ note: WordedText(1_000) }),
    reply: EmptyEnvelope,
    statuses: [400, 401, 403, 404, 409, 413, 500],
  },
  showReleases: {
    ...isPublic,
    path: '/releases',
    summary: 'Returns the page that lists all published grids.',
    reply: 'text/html',
    statuses: [404, 429, 500],
  },
  showLatestRelease: {
    ...isPublic,
    path: '/releases/{slug}',
    summary: 'Redirects to the page of the newest release of a grid.',
    params: Type.Object({ slug: ReleaseSlug }),
    reply: 'text/html',
    statuses: [302, 400, 404, 429, 500],
  },
  showRelease: {
    ...isPublic,
    path: '/releases/{slug}/{version}',
    summary: 'Returns the page of a release: coverage, citation, downloads and spectra.',
    params: OfRelease,
    query: Type.Object({ spectrum: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })) }),
    reply: 'text/html',
    statuses: [400, 404, 410, 429, 500],
  },
  downloadReleaseFile: {
    ...isPublic,
    path: '/releases/{slug}/{version}/files/{file}',
    summary: 'Returns a file of a release. The archive and the tables support Range.',
    params: Type.Object({ ...OfRelease.properties, file: Type.Enum([...RELEASE_FILES]) }),
    reply: 'application/octet-stream',
    statuses: [206, 304, 400, 404, 410, 416, 429, 500],
  },
  downloadReleaseSpectrum: {
    ...isPublic,
    path: '/releases/{slug}/{version}/spectra/{spectrum}',
    summary:
      'Returns a spectrum of a release as the engine wrote it (`7.txt`), as FITS (`7.fits`), VOTable (`7.vot`) or plot (`7.svg`).',
    params: Type.Object({
      ...OfRelease.properties,
      spectrum: Type.String({ pattern: '^[0-9]{1,9}\\.(?:txt|fits|vot|svg)$' }),
    }),
    reply: 'application/octet-stream',
    statuses: [206, 304, 400, 404, 410, 416, 429, 500],
  },
  querySpectra: {
    ...onService,
    path: '/vo/{slug}/ssap',
    summary:
      'Queries the spectra of the newest release by the Simple Spectral Access Protocol 1.1, theory use case. Errors are VOTables with status 200.',
    statuses: [400, 404, 429, 500],
  },
  interpolateReleased: {
    ...onService,
    path: '/vo/{slug}/interpolate',
    summary:
      'Interpolates a spectrum of the newest release at `TEFF`, `LOGG`, `LOGHE`, `LOGC`, `LOGN` and `LOGO`, as a VOTable with its estimated error. Optional: `PRODUCT`, `METHOD` (`auto`, `linear`, `cubic`). Errors are VOTables with status 200.',
    statuses: [400, 404, 429, 500],
  },
  readCapabilities: {
    ...onService,
    path: '/vo/{slug}/capabilities',
    summary: 'Returns the VOSI capabilities of the spectral service.',
    statuses: [400, 404, 429, 500],
  },
  readAvailability: {
    ...onService,
    path: '/vo/{slug}/availability',
    summary: 'Returns the VOSI availability of the spectral service.',
    statuses: [400, 404, 429, 500],
  },
  readTables: {
    ...onService,
    path: '/vo/{slug}/tables',
    summary: 'Returns the VOSI table set of the spectral service.',
    statuses: [400, 404, 429, 500],
  },
  readResource: {
    ...onService,
    path: '/vo/{slug}/resource',
    summary: 'Returns the VOResource record of the spectral service, for a registry.',
    statuses: [400, 404, 429, 500],
  },
});
