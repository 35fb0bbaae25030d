import type { ColumnType, Generated } from 'kysely';
import type { OwnedColumns } from '../people/owned-columns.ts';

export interface BibliographyTables {
  bibliography: OwnedColumns & {
    id: Generated<number>;
    collection_id: number | null;
    search_id: number | null;
    tag: string | null;
    key_digest: Buffer;
    created_at: ColumnType<Date, never, never>;
  };
  citation_key: OwnedColumns & {
    key: string;
    folded: string;
    paper_id: number;
    is_alias: ColumnType<boolean, boolean | undefined, boolean>;
  };
  citation_pattern: OwnedColumns & { pattern: string };
  citation_style: OwnedColumns & {
    id: Generated<number>;
    title: string;
    csl: string;
    created_at: ColumnType<Date, never, never>;
  };
}

export interface MovedKey {
  readonly folded: string;
  readonly owner_id: string | null;
  /** Whether the key was an alias before the merge. */
  readonly is_alias: boolean;
}
