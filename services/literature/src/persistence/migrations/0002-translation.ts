import { statements } from '@almagest/service-kit/statements';

/** Adds cached translations, translation leases and the locations of translations. */
export const migration = statements([
  // Translations of single texts, shared by all papers. An interrupted translation does not repeat its requests.
  `create table translated_text (
     -- SHA-256 of the text, in hexadecimal digits.
     text_hash text collate "C" not null,
     model text not null,
     language text not null,
     -- Hash of the glossary terms that occur in the text.
     glossary_hash text collate "C" not null,
     passages text[] not null,
     created_at timestamptz not null default now(),
     primary key (text_hash, model, language, glossary_hash))`,
  // One process at a time translates a paper. A process that stops renewing is replaced.
  `create table translation_turn (
     paper_id integer primary key references paper on delete cascade,
     holder uuid not null,
     seen_at timestamptz not null default now())`,
  `alter table paper add translation_location text, add translation_language text,
     add constraint translation_is_whole check ((translation_location is null) = (translation_language is null))`,
]);
