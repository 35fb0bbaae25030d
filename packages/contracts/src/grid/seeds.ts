import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema.ts';
import { Sha256 } from './artifacts.ts';
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

/** The version of an asset that is sent, if it is kept; without it, what the assets folder has now. */
const AssetContent = Type.Object({ version: Type.Optional(Sha256) });

const download = {
  tag: 'files',
  method: 'get',
  role: 'token-if-configured',
  failures: 'text',
  reply: 'application/octet-stream',
} as const;

export const seedOperations = {
  downloadSeed: defineOperation({
    ...download,
    operationId: 'downloadSeed',
    path: '/api/seed/{name}',
    summary:
      'The seed file of a converged point. A node gets the version that its running task was given, anybody else the newest. Supports Range and If-None-Match.',
    params: Type.Object({ name: PointName }),
    query: Type.Object({
      workflow: Type.Optional(Type.String({ description: "The workflow's own model." })),
      version: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f]{8,64}$',
          description: "This version: the beginning of its content's SHA-256, at least 8 digits.",
        }),
      ),
    }),
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  }),
  downloadDataFile: defineOperation({
    ...download,
    operationId: 'downloadDataFile',
    path: '/api/data/file/{filename...}',
    summary: 'An atomic data file from the assets folder, or a kept version of it. Supports Range and If-None-Match.',
    params: Type.Object({ filename: Type.String() }),
    query: AssetContent,
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  }),
  downloadLineList: defineOperation({
    ...download,
    operationId: 'downloadLineList',
    path: '/api/data/linelist',
    summary: 'The default line list gfVIS99.dat, or a kept version of it.',
    query: AssetContent,
    statuses: [206, 304, 400, 401, 403, 404, 416, 500],
  }),
  importSeed: defineOperation({
    operationId: 'importSeed',
    tag: 'files',
    method: 'post',
    path: '/api/admin/import_seed',
    summary: 'Stores a historical result: its summary and, when it converged, its seed.',
    role: 'admin',
    failures: 'node',
    query: Type.Object({ workflow: Type.Optional(Type.String()) }),
    form: {
      report: { kind: 'text', required: true, description: 'JSON text of the model summary.' },
      seed_file: { kind: 'binary', required: false, description: 'Required when the model converged.' },
      success_method: { kind: 'text', required: false, description: 'cold_run or seed_step (the default).' },
    },
    reply: ImportReply,
    statuses: [400, 401, 403, 409, 413, 500],
  }),
};
