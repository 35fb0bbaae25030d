import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A migration that runs outside a transaction, statement by statement, while others use the tables. An interrupted
 * migration is run again, so it must be able to start from any intermediate state.
 */
export interface OnlineMigration extends Migration {
  readonly online: true;
}

export function isOnline(migration: Migration | undefined): boolean {
  return migration !== undefined && 'online' in migration;
}

/**
 * Builds an index without blocking readers and writers of the table. `definition` follows the index's name: `on point
 * (workflow_id, wave) where ...`.
 */
export function indexOnline(name: string, definition: string): OnlineMigration {
  return {
    online: true,
    up: async (db: Kysely<never>) => {
      // The build waits for all running transactions, but no statement waits for the build.
      await sql`set lock_timeout = 0`.execute(db);
      try {
        await buildIndex(db, name, definition);
      } finally {
        await sql`reset lock_timeout`.execute(db);
      }
    },
  };
}

/** Builds an index that covers all uses of an old index, and then drops the old index. */
export function replaceIndexOnline(
  { name, instead }: { readonly name: string; readonly instead: string },
  definition: string,
): OnlineMigration {
  const migration = indexOnline(name, definition);
  return {
    online: true,
    up: async (db: Kysely<never>) => {
      await migration.up(db);
      await dropIndexOnline(instead).up(db);
    },
  };
}

/** Drops an index without blocking readers and writers of the table. */
export function dropIndexOnline(name: string): OnlineMigration {
  return {
    online: true,
    up: async (db: Kysely<never>) => {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
    },
  };
}

/** Combines several online migrations, which run in order. */
export function allOnline(...migrations: readonly OnlineMigration[]): OnlineMigration {
  return {
    online: true,
    up: async (db: Kysely<never>) => {
      for (const migration of migrations) await migration.up(db);
    },
  };
}

async function buildIndex(db: Kysely<never>, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  const [found] = rows;
  if (found?.valid === true) return;
  // A failed build leaves an index that every change updates and no query uses.
  if (found !== undefined) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  await sql.raw(`create index concurrently "${name}" ${definition}`).execute(db);
}

/**
 * Repeats a statement that changes a limited number of rows, until it finds no more rows. Each run is its own
 * transaction.
 */
export function updateOnline(statement: string): OnlineMigration {
  return {
    online: true,
    up: async (db: Kysely<never>) => {
      for (;;) {
        const { numAffectedRows } = await sql.raw(statement).execute(db);
        if (Number(numAffectedRows ?? 0) === 0) return;
      }
    },
  };
}
