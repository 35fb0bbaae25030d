import { indexOnline } from '@almagest/service-kit/online-migration';

/** Adds an index to find papers of the library by the words of their records. */
export const migration = indexOnline(
  'paper_words',
  'on paper using gin (words) with (fastupdate = off) where in_library_since is not null',
);
