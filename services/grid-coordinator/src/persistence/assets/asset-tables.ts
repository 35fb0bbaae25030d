import type { Generated } from 'kysely';

/** The tables of asset versions. */
export interface AssetTables {
  /** The files that the assets folder has now. */
  asset_file: { path: string; sha256: string; identity: string };
  asset_version: { path: string; sha256: string; size_bytes: number; first_seen_at: Generated<Date> };
  /** The versions that the starts of workflows have pinned. */
  asset_pin: { workflow_id: number; expansion: number; run: number; path: string; sha256: string };
}
