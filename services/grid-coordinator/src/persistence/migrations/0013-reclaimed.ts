import { statements } from '@almagest/service-kit/statements';

/** Renames the column to the term that is used everywhere else. */
export const migration = statements([`alter table task rename taken_back to reclaimed`]);
