import { statements } from '@almagest/service-kit/statements';

/** Counts attempts that only computed the spectrum of a model from an earlier start. `attempts` doesn't include them. */
export const migration = statements([`alter table point add column spectrum_attempts integer not null default 0`]);
