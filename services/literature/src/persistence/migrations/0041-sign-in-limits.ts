import { statements } from '@almagest/service-kit/statements';

/** Adds the recent attempts to sign in. They are lost in a crash, which only makes the limits more generous. */
export const migration = statements([
  `create unlogged table rate_limit_hit (key text not null, at timestamptz not null)`,
  `create index rate_limit_hit_key on rate_limit_hit (key, at)`,
]);
