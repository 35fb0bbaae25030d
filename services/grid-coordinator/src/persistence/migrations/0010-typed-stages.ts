import { statements } from '@almagest/service-kit/statements';

/**
 * Corrects the stages of runs that began before `lte` and `niter` were passed on as typed values: `lte: no` was stored
 * and sent to engines as a text.
 */
export const migration = statements([
  `update workflow set run_config = jsonb_set(run_config, '{chain}', (
       select jsonb_agg(stage || jsonb_build_object(
                'lte', lower(stage ->> 'lte') in ('yes', 'on', 'true', '1'),
                'niter', (stage ->> 'niter')::numeric::int) order by place)
       from jsonb_array_elements(run_config -> 'chain') with ordinality as chain(stage, place)))
     where run_config is not null`,
]);
