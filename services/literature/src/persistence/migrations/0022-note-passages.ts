import { statements } from '@almagest/service-kit/statements';

/**
 * Adds notes on translations and on several paragraphs, deleted notes that can be restored, and positions of blocks.
 */
export const migration = statements([
  `alter table note
     add side text not null default 'original' check (side in ('original', 'translation')),
     -- Shared by the notes of one selection.
     add passage text check (length(passage) between 1 and 64)`,
  // The position of a block in its PDF.
  `alter table block add place jsonb`,
  `create table deleted_note (
     id int primary key,
     bibcode text not null,
     note jsonb not null,
     deleted_at timestamptz not null default now())`,
  `create index deleted_note_age on deleted_note (deleted_at)`,
]);
