import { statements } from '@almagest/service-kit/statements';

/** Adds values that a person chose while merging papers. They take precedence over all records. */
export const migration = statements([`alter table paper add column chosen jsonb`]);
