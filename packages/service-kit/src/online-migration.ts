import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A migration that runs outside a transaction, statement by statement, while others read and write the tables. It may
 * end anywhere and is then run again, so it begins with what it finds.
 */
export interface OnlineMigration extends Migration {
  readonly online: true;
}

export function isOnline(migration: Migration | undefined): boolean {
  return migration !== undefined && 'online' in migration;
}

/**
 * Builds an index without holding up the table's readers and writers. `definition` is what follows the index's name:
 * `on point (workflow_id, wave) where ...`.
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

/** Builds an index that does all that another one did, and then drops that one. */
export function replaceIndexOnline(
  { name, instead }: { readonly name: string; readonly instead: string },
  definition: string,
): OnlineMigration {
  const migration = indexOnline(name, definition);
  return {
    online: true,
    up: async (db: Kysely<never>) => {
      await migration.up(db);
      await sql`drop index concurrently if exists ${sql.id(instead)}`.execute(db);
    },
  };
}

/** Several in one migration, one after the other. */
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
  // An index that a failed build has left is updated by every change but used by no query.
  if (found !== undefined) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  await sql.raw(`create index concurrently "${name}" ${definition}`).execute(db);
}

/** Repeats a statement that changes a limited number of rows until it finds none. Each run is its own transaction. */
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
