import { statements } from '@almagest/service-kit/statements';

/** Adds recent sign-in attempts. A crash loses these rows, which only makes the limits more generous. */
export const migration = statements([
  `create unlogged table rate_limit_hit (key text not null, at timestamptz not null)`,
  `create index rate_limit_hit_key on rate_limit_hit (key, at)`,
]);
