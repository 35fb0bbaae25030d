import type { ColumnType } from 'kysely';
import type { Sharing } from '../../domain/people/access.ts';

type Default<T> = ColumnType<T, T | undefined, T>;

/** The columns of a row that has an owner. The owner is null for the built-in account. */
export interface OwnedColumns {
  owner_id: Default<string | null>;
}

export interface SharedColumns extends OwnedColumns {
  sharing: Default<Sharing | null>;
  shared_group: Default<number | null>;
}
