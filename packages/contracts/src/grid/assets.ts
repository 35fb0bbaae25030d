import Type, { type Static } from 'typebox';
import { defineOperation } from '../operation.ts';
import { Nullable, StoredText, Timestamp } from '../schema.ts';
import { Sha256 } from './artifacts.ts';
import { envelope } from './envelope.ts';

/** SHA-256 of assets by their paths. */
export const AssetVersions = Type.Record(Type.String(), Sha256);
export type AssetVersions = Static<typeof AssetVersions>;

/** A content that an asset has had. */
export const AssetVersion = Type.Object({
  sha256: Type.String(),
  size_bytes: Type.Integer(),
  first_seen_at: Timestamp,
  /** Whether the assets folder has it now. */
  current: Type.Boolean(),
  /** The workflows that were started with it. As long as there is one, a copy is kept and served. */
  workflows: Type.Array(Type.String()),
});
export type AssetVersion = Static<typeof AssetVersion>;

/** A file of the assets folder. */
export const Asset = Type.Object({
  path: Type.String(),
  /** The version that the assets folder has now; null if the file is gone. */
  sha256: Nullable(Type.String()),
  /** The latest first. */
  versions: Type.Array(AssetVersion),
});
export type Asset = Static<typeof Asset>;

const LONGEST_PATH = 512;

export const AssetsQuery = Type.Object({
  /** Only this file. */
  path: Type.Optional(StoredText(LONGEST_PATH)),
  limit: Type.Optional(Type.Integer({ default: 100, description: 'Clamped to 1-500.' })),
  /** The `next` of the page before: the list goes on behind it. */
  after: Type.Optional(StoredText(LONGEST_PATH)),
});
export type AssetsQuery = Static<typeof AssetsQuery>;

/** In the order of the paths. */
export const AssetsPage = Type.Object({
  assets: Type.Array(Asset),
  /** For `after`; null on the last page. */
  next: Nullable(Type.String()),
});
export type AssetsPage = Static<typeof AssetsPage>;

export const assetOperations = {
  listAssets: defineOperation({
    operationId: 'listAssets',
    tag: 'files',
    method: 'get',
    path: '/api/assets',
    summary: 'The files of the assets folder with every version that was seen. A change is seen within a minute.',
    role: 'admin',
    failures: 'envelope',
    query: AssetsQuery,
    reply: envelope(AssetsPage),
    statuses: [400, 401, 403, 500],
  }),
};
