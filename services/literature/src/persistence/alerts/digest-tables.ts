import type { DigestSchedule } from '@almagest/contracts/literature';
import type { ColumnType, Generated } from 'kysely';
import type { OwnedColumns } from '../people/owned-columns.ts';

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface DigestTables {
  mail_digest: OwnedColumns & {
    id: Generated<number>;
    address: string;
    schedule: DigestSchedule;
    confirmed_at: Nullable<Date>;
    confirmation_digest: Nullable<Buffer>;
    unsubscribe_key: string;
    created_at: Generated<Date>;
    composed_at: Nullable<Date>;
    composed_weekly_at: Nullable<Date>;
    sent_at: Nullable<Date>;
    mail_id: Nullable<string>;
    attempts: Generated<number>;
    next_attempt_at: Nullable<Date>;
    last_error: Nullable<string>;
  };
}
