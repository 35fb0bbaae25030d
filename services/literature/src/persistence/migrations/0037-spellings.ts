import { statements } from '@almagest/service-kit/statements';

/** Selects the words of a row of `paper` that are long enough to be corrected. */
const wordsOf = (paper: string) => `
     regexp_matches(
       fold_text(${paper}.title || ' ' || array_to_string(${paper}.authors || ${paper}.keywords, ' ')), '[[:alpha:]]{4,30}', 'g')
     as found(part)`;

/**
 * Stores the words of titles, authors and keywords of the library with their trigrams, for correcting misspelt
 * searches. Words remain when their papers leave the library, because a correction is offered only if it finds
 * something. The table may contain a word twice, so that transactions that add the same word do not wait for each
 * other.
 */
export const migration = statements([
  `create function word_trigrams(word text) returns text[] language sql immutable strict parallel safe as $$
       select array_agg(distinct substr('  ' || word || ' ', place, 3)) from generate_series(1, length(word) + 1) as place
     $$`,
  `create table spelling (word text collate "C" not null, trigrams text[] not null)`,
  `create index spelling_word on spelling (word)`,
  `create index spelling_trigrams on spelling using gin (trigrams) with (fastupdate = off)`,
  `create function add_spellings() returns trigger language plpgsql set search_path from current as $$
     begin
       insert into spelling (word, trigrams)
       select word, word_trigrams(word) from (select distinct part[1] as word from ${wordsOf('new')}) as used
       where not exists (select from spelling where spelling.word = used.word);
       return null;
     end $$`,
  `create trigger add_spellings after insert or update of title, authors, keywords, in_library_since on paper
     for each row when (new.in_library_since is not null) execute function add_spellings()`,
  // Reads the papers without a lock. A word that a paper adds meanwhile is stored twice, which is harmless.
  `insert into spelling (word, trigrams)
     select word, word_trigrams(word) from (
       select distinct part[1] as word from paper, ${wordsOf('paper')} where in_library_since is not null) as used`,
]);
