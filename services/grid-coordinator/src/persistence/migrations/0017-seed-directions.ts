import { statements } from '@almagest/service-kit/statements';

/** Counts the results of attempts from seeds by the direction of the seed (domain/seeds/seed-direction.ts). */
export const migration = statements([
  // A workflow's row lock serialises its reports, so the rows are updated in place.
  `create table seed_direction (
     workflow_id integer not null,
     direction text not null,
     tried bigint not null,
     converged bigint not null,
     primary key (workflow_id, direction)) with (fillfactor = 50)`,
]);
