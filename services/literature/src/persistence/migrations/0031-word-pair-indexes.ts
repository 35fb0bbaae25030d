import { allOnline, indexOnline, type OnlineMigration } from '@almagest/service-kit/online-migration';
import { sql } from 'kysely';

/** Adds indexes that find the passages, translations and records with the words of a phrase in sequence. */
export const migration = allOnline(
  pairsOf('chunk'),
  pairsOf('translated_block'),
  pairsOf('paper', 'where in_library_since is not null'),
);

function pairsOf(table: string, condition = ''): OnlineMigration {
  const index = `${table}_word_pairs`;
  return allOnline(
    indexOnline(index, `on ${table} using gin (word_pairs(words)) with (fastupdate = off) ${condition}`),
    {
      online: true,
      up: async (db) => {
        // No pair is common enough for statistics, and each `analyze` would compute the pairs of many rows.
        await sql.raw(`alter index ${index} alter column 1 set statistics 0`).execute(db);
      },
    },
  );
}
