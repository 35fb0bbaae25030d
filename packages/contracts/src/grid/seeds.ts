import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, Timestamp } from '../schema.ts';
import { Sha256 } from './artifacts.ts';
import { envelope } from './envelope.ts';
import { GridPointParams, PointName } from './vocabulary.ts';

/** The fields of a legacy model summary (`conv.json`) that an import reads. All other fields are stored unread. */
export const ModelSummary = Type.Object({
  name: PointName,
  params: GridPointParams,
  converged: Type.Boolean(),
  final_max_relc: Type.Optional(Nullable(Type.Number())),
});
export type ModelSummary = Static<typeof ModelSummary>;

export const ImportReply = Type.Object({
  status: Type.Literal('ok'),
  point_name: Type.String(),
  converged: Type.Boolean(),
  max_relc: Nullable(Type.Number()),
});
export type ImportReply = Static<typeof ImportReply>;

/** A version of a seed: one file, named by its SHA-256. */
export const SeedVersion = Type.Object({
  sha256: Type.String(),
  size_bytes: Type.Integer(),
  max_relc: Nullable(Type.Number()),
  /** Number of models before this model in the chain. 0 after a cold start. */
  lineage: Type.Integer(),
  /** False for a model that contains NaN or Inf or was rejected. Nothing starts from it. */
  fit: Type.Boolean(),
  stored_at: Timestamp,
  /** Null if the workflow was deleted. */
  workflow_name: Nullable(Type.String()),
  /** Null for an imported version. */
  node_id: Nullable(Type.String()),
});
export type SeedVersion = Static<typeof SeedVersion>;

/** A seed by the name of its point, with its newest version. */
export const SeedSummary = Type.Object({ name: Type.String(), versions: Type.Integer(), newest: SeedVersion });
export type SeedSummary = Static<typeof SeedSummary>;

export const SeedsQuery = Type.Object({
  prefix: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_+@.-]{0,128}$', description: 'Only names with this prefix.' }),
  ),
  limit: Type.Optional(Type.Integer({ default: 100, description: 'Clamped to 1-500.' })),
  after: Type.Optional({ ...PointName, description: '`next` of the previous page.' }),
});
export type SeedsQuery = Static<typeof SeedsQuery>;

/** Pass `next` as `after` for the next page. It is null on the last page. */
export const SeedsPage = Type.Object({ seeds: Type.Array(SeedSummary), next: Nullable(Type.String()) });
export type SeedsPage = Static<typeof SeedsPage>;

/** The requested version of an asset, if it is kept. By default, the current version in the assets folder. */
const AssetContent = Type.Object({ version: Type.Optional(Sha256) });

const download = {
  tag: 'files',
  method: 'get',
  role: 'token-if-configured',
  failures: 'text',
  reply: 'application/octet-stream',
} as const;

export const seedOperations = defineOperations({
  listSeeds: {
    least: 'viewer',
    tag: 'files',
    method: 'get',
    path: '/api/seeds',
    summary: 'Lists the seeds by name, each with its newest version.',
    role: 'admin',
    failures: 'envelope',
    query: SeedsQuery,
    reply: envelope(SeedsPage),
    statuses: [400, 401, 403, 500],
  },
  listSeedVersions: {
    least: 'viewer',
    tag: 'files',
    method: 'get',
    path: '/api/seeds/{point}',
    summary: 'Lists the versions of a seed, newest first, at most 500.',
    role: 'admin',
    failures: 'envelope',
    params: Type.Object({ point: PointName }),
    reply: envelope(Type.Array(SeedVersion)),
    statuses: [400, 401, 403, 404, 500],
  },
  downloadSeed: {
    ...download,
    least: 'viewer',
    path: '/api/seed/{name}',
    summary:
      'Returns the seed file of a converged point. A node gets the version of its running task. Other callers get the newest version. Supports Range and If-None-Match.',
    params: Type.Object({ name: PointName }),
    query: Type.Object({
      workflow: Type.Optional(Type.String({ description: "The workflow's own model." })),
      version: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f]{8,64}$',
          description: 'The version: at least the first 8 digits of its SHA-256.',
        }),
      ),
    }),
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  },
  downloadDataFile: {
    ...download,
    least: 'viewer',
    path: '/api/data/file/{filename...}',
    summary:
      'Returns an atomic data file from the assets folder, or a kept version of it. Supports Range and If-None-Match.',
    params: Type.Object({ filename: Type.String() }),
    query: AssetContent,
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  },
  downloadLineList: {
    ...download,
    least: 'viewer',
    path: '/api/data/linelist',
    summary: 'Returns the default line list gfVIS99.dat, or a kept version of it.',
    query: AssetContent,
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  },
  importSeed: {
    least: 'operator',
    tag: 'files',
    method: 'post',
    path: '/api/admin/import_seed',
    summary: 'Stores a historical result: its summary and, if it converged, its seed.',
    role: 'admin',
    failures: 'node',
    query: Type.Object({ workflow: Type.Optional(Type.String()) }),
    form: {
      report: { kind: 'text', required: true, description: 'JSON text of the model summary.' },
      seed_file: { kind: 'binary', required: false, description: 'Required if the model converged.' },
      success_method: { kind: 'text', required: false, description: 'cold_run or seed_step (the default).' },
    },
    reply: ImportReply,
    statuses: [400, 401, 403, 409, 413, 500],
  },
});
