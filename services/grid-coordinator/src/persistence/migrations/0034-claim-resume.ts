import { statements } from '@almagest/service-kit/statements';

/** Records when all claims were last resumed. A workflow without progress before that time is not stuck. */
export const migration = statements([
  `create table claim_resume (
     singleton boolean primary key default true check (singleton),
     at timestamptz not null default now())`,
]);
