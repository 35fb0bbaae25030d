import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the outcomes of runs, and the search text of papers without accents and apostrophes. */
export const migration: Migration = {
  async up(db: Kysely<never>) {
    for (const statement of [...OUTCOMES, ...SEARCH]) await sql.raw(statement).execute(db);
  },
};

const OUTCOMES = [
  `alter table batch
     -- Null while the run is active, and for runs that ended before this column existed.
     add outcome text check (outcome in ('completed', 'incomplete', 'failed', 'stopped')),
     -- What failed and why, in words for users.
     add failures text[] not null default '{}',
     add ended_at timestamptz`,
  `alter table saved_query
     add last_outcome text check (last_outcome in ('completed', 'incomplete', 'failed', 'stopped')),
     add last_failures text[] not null default '{}'`,
];

/** The bodies are bound at creation, because a restored dump computes the column with an empty search path. */
const SEARCH = [
  `create function fold_text(given text) returns text language sql immutable strict parallel safe
     return replace(replace(replace(replace(translate(
       regexp_replace(lower(normalize(given, NFKD) collate pg_c_utf8), '[\u0300-\u036f''’‘ʼʹ´\`]', '', 'g'),
       'øłđðıħŧ‐‑‒–—', 'olddiht-----'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`,
  `create function paper_search_text(title text, authors text[], bibcode text, doi text, preprint_id text)
     returns text language sql immutable strict parallel safe
     return fold_text(title || ' ' || array_to_string(authors, '; ') || ' ' || bibcode || ' ' || doi || ' ' || preprint_id)`,
  // Filled by 0010 and 0011, because a generated column would rewrite the whole table under an exclusive lock.
  `alter table paper add search_text text`,
];
