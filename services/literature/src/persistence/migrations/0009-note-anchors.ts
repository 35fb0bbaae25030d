import { statements } from '@almagest/service-kit/statements';

/** Adds the context of notes, so that the notes can be found again in a changed text. */
export const migration = statements([
  `alter table note
     -- 'unchecked' until the note has been looked for in a text of its paper.
     add anchor text not null default 'unchecked' check (anchor in ('exact', 'moved', 'lost', 'unchecked')),
     -- The beginning of the paragraph, and the text before and after it.
     add paragraph text not null default '',
     add prefix text not null default '',
     add suffix text not null default '',
     -- The hash of the paragraph when the note was written. It never changes.
     alter text_hash set default '',
     -- No longer read. Processes of the previous version still write it while they are being replaced.
     alter block_id set default ''`,
  `update note set anchor = 'exact', paragraph = left(b.text, 8000),
       prefix = coalesce((select right(text, 200) from block where paper_id = b.paper_id and position = b.position - 1), ''),
       suffix = coalesce((select left(text, 200) from block where paper_id = b.paper_id and position = b.position + 1), '')
     from block b
     where b.paper_id = note.paper_id and b.position = note.position and b.text_hash = note.text_hash`,
]);
