import { statements } from '@almagest/service-kit/statements';

/** Adds the user's marks of papers, and the trash. */
export const migration = statements([
  `alter table paper
     add reading_state text not null default 'unread' check (reading_state in ('unread', 'reading', 'read')),
     add is_starred boolean not null default false,
     -- A paper in the trash is not in the library.
     add trashed_at timestamptz,
     -- When it had been added to the library, for restoring it.
     add in_library_before timestamptz,
     add constraint trashed_or_kept check (trashed_at is null or in_library_since is null)`,
  `create index paper_trash on paper (trashed_at) where trashed_at is not null`,
]);
