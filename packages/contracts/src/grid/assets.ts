import Type, { type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Nullable, StoredText, Timestamp } from '../schema.ts';
import { Sha256 } from './artifacts.ts';
import { envelope } from './envelope.ts';

/** The SHA-256 of assets by path. */
export const AssetVersions = Type.Record(Type.String(), Sha256);
export type AssetVersions = Static<typeof AssetVersions>;

export const AssetVersion = Type.Object({
  sha256: Type.String(),
  size_bytes: Type.Integer(),
  first_seen_at: Timestamp,
  /** Whether the assets folder has this version now. */
  current: Type.Boolean(),
  /** Workflows that were started with this version. A copy is kept and served while such a workflow exists. */
  workflows: Type.Array(Type.String()),
});
export type AssetVersion = Static<typeof AssetVersion>;

/** A file of the assets folder. */
export const Asset = Type.Object({
  path: Type.String(),
  /** The current version in the assets folder. Null if the file is gone. */
  sha256: Nullable(Type.String()),
  /** Newest first. */
  versions: Type.Array(AssetVersion),
});
export type Asset = Static<typeof Asset>;

const LONGEST_PATH = 512;

export const AssetsQuery = Type.Object({
  /** Lists only this file. */
  path: Type.Optional(StoredText(LONGEST_PATH)),
  limit: Type.Optional(Type.Integer({ default: 100, description: 'Clamped to 1-500.' })),
  /** The `next` of the previous page. The list continues after it. */
  after: Type.Optional(StoredText(LONGEST_PATH)),
});
export type AssetsQuery = Static<typeof AssetsQuery>;

/** Sorted by path. */
export const AssetsPage = Type.Object({
  assets: Type.Array(Asset),
  /** Pass this as `after`. Null on the last page. */
  next: Nullable(Type.String()),
});
export type AssetsPage = Static<typeof AssetsPage>;

export const assetOperations = defineOperations({
  listAssets: {
    least: 'viewer',
    tag: 'files',
    method: 'get',
    path: '/api/assets',
    summary: 'Lists the files of the assets folder with all known versions. Changes are detected within a minute.',
    role: 'admin',
    failures: 'envelope',
    query: AssetsQuery,
    reply: envelope(AssetsPage),
    statuses: [400, 401, 403, 500],
  },
});
