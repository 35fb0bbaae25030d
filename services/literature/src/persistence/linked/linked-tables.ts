import type { ImportCounts, LinkedKind } from '@almagest/contracts/literature';
import type { ColumnType, Generated } from 'kysely';
import type { Seen } from '../../domain/linked/seen.ts';
import type { OwnedColumns } from '../people/owned-columns.ts';

type Default<T> = ColumnType<T, T | undefined, T>;

export type LinkedItemKind = 'collection' | 'entry' | 'note' | 'highlight' | 'file';

export interface MovedItem {
  readonly library_id: number;
  readonly key: string;
}

export interface LinkedTables {
  linked_library: OwnedColumns & {
    id: Generated<number>;
    kind: LinkedKind;
    library: string;
    name: string;
    sealed_key: Default<Buffer | null>;
    collection_id: Default<number | null>;
    version: Default<number>;
    is_unfinished: Default<boolean>;
    next_run_at: Default<Date | null>;
    not_before: Default<Date>;
    last_run_at: Default<Date | null>;
    attempts: Default<number>;
    failure: Default<string>;
    done: Default<number>;
    total: Default<number>;
    /** Written as JSON text. */
    counts: ColumnType<Partial<ImportCounts>, string | undefined, string>;
    lease_holder: Default<string | null>;
    lease_renewed_at: Default<Date>;
    created_at: ColumnType<Date, never, never>;
  };
  linked_item: {
    library_id: number;
    key: string;
    kind: LinkedItemKind;
    parent: Default<string>;
    version: number;
    title: Default<string>;
    paper_id: Default<number | null>;
    note_id: Default<number | null>;
    collection_id: Default<number | null>;
    /** Written as JSON text. */
    seen: ColumnType<Seen, string | undefined, string>;
    messages: Default<string[]>;
    removals: Default<string[]>;
    removed_at: Default<Date | null>;
  };
}
