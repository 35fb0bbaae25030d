import type { AlertSchedule, SourceChoice } from '@almagest/contracts/literature';
import type { ColumnType, Generated } from 'kysely';
import type { KnownSince } from '../../domain/alerts/alert-check.ts';

type Default<T> = ColumnType<T, T | undefined, T>;

export interface AlertTables {
  alert: {
    id: Generated<number>;
    name: string;
    query: string;
    source: SourceChoice;
    schedule: AlertSchedule;
    next_check_at: Default<Date | null>;
    last_checked_at: Default<Date | null>;
    last_attempt_at: Default<Date | null>;
    failures: Default<string[]>;
    known_since: ColumnType<KnownSince, string | undefined, string>;
    feed_digest: Default<Buffer | null>;
    lease_holder: Default<string | null>;
    lease_renewed_at: Default<Date>;
    created_at: ColumnType<Date, never, never>;
    deleted_at: Default<Date | null>;
  };
  alert_name: { alert_id: number; name: string };
  alert_paper: {
    alert_id: number;
    paper_id: number;
    found_at: Default<Date>;
    seen_at: Default<Date | null>;
    entry_id: ColumnType<string, never, never>;
  };
}
